import { codeSpan } from '../escape.ts';
import { count, counted, duration, shortened } from '../format.ts';
import { signOf, type Verdict } from '../verdict.ts';
import { diffCauses } from './causes.ts';
import type { DiffResults } from './results.ts';

const CAUSES = 60;
const TEXT_CHARACTERS = 400;

/** `summary.md` of a comparison of two nodes, for a pull request. */
export function diffSummary(results: DiffResults, { title, reasons }: Verdict): string {
  const { a, b, seed, left, lost, stale, disagreements, durationMs } = results;
  const causes = diffCauses(disagreements);
  const cell = (text: string): string => codeSpan(shortened(text, TEXT_CHARACTERS), { cell: true });
  const rows = causes
    .slice(0, CAUSES)
    .map(
      ({ method, difference, reason, cases }) =>
        `| ${cell(method)} | ${cell(difference)} | ${count(cases.length)} | ${cell(cases[0] ?? '')} | ${reason === undefined ? '' : cell(reason)} |`,
    );
  const more = causes.length > CAUSES ? ['', `… and ${counted(causes.length - CAUSES, 'more cause')} in \`index.html\``] : [];
  return `${[
    `# ${signOf(title)} Pyx diff: ${title}`,
    '',
    reasons.join(' '),
    '',
    `First ${codeSpan(`${a.name} ${a.subversion}`)} · Second ${codeSpan(`${b.name} ${b.subversion}`)} · Seed ${codeSpan(String(seed))} · Took ${duration(durationMs)}`,
    ...(lost.length === 0
      ? []
      : [
          '',
          '## Lost nodes',
          '',
          ...lost.map(
            ({ node = '', during, message }) =>
              `- ${codeSpan(node)}, ${codeSpan(during)}: ${codeSpan(shortened(message, TEXT_CHARACTERS))}`,
          ),
        ]),
    ...(rows.length === 0
      ? []
      : ['', '| method | first · second | cases | such as | known because |', '| --- | --- | ---: | --- | --- |', ...rows, ...more]),
    ...(stale.length === 0
      ? []
      : ['', '## No longer occurring', '', ...stale.map(({ cases, reason }) => `- ${codeSpan(cases)}: ${codeSpan(reason)}`)]),
    ...(Object.keys(left).length === 0
      ? []
      : ['', '## Not compared', '', ...Object.entries(left).map(([why, cases]) => `- ${counted(cases, 'case')}: ${codeSpan(why)}`)]),
  ].join('\n')}\n`;
}
