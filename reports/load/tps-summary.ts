import type { TpsResults } from '../../load/tps/results.ts';
import { codeSpan } from '../escape.ts';
import { releaseText } from './tps-release-text.ts';
import { tpsTables } from './tps-tables.ts';
import type { TpsVerdict } from './tps-verdict.ts';
import { signOf } from '../verdict.ts';

/** The throughput test as GitHub-flavoured Markdown. Texts of nodes or of users are in code spans. */
export function tpsSummary(results: TpsResults, { title, headline, reasons }: TpsVerdict): string {
  const release = releaseText(results);
  return [
    `# ${signOf(title)} Pyx tps: ${title}`,
    `**${headline}**`,
    ...(release === '' ? [] : [release]),
    reasons.map((reason) => `- ${codeSpan(reason)}`).join('\n'),
    ...results.warnings.map((warning) => `> ⚠️ ${codeSpan(warning)}`),
    ...tpsTables(results).map(({ title: name, head, rows }) =>
      [
        `## ${name}`,
        '',
        `| ${head.join(' | ')} |`,
        `| --- |${' ---: |'.repeat(head.length - 1)}`,
        ...rows.map((row) => `| ${row.map((cell) => (cell === '' ? '' : codeSpan(cell, { cell: true }))).join(' | ')} |`),
      ].join('\n'),
    ),
    ...results.notes.map((note) => `- ${codeSpan(note)}`),
  ]
    .join('\n\n')
    .concat('\n');
}
