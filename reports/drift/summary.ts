import { codeBlock } from '../escape.ts';
import { counted, duration } from '../format.ts';
import { markdownDocument, markdownFacts, markdownList, markdownText } from '../markdown.ts';
import { signOf, type Verdict } from '../verdict.ts';
import { evidenceLines } from './evidence-lines.ts';
import type { DriftResults, ReportedDrift } from './results.ts';
import { openFindings } from './verdict.ts';

const LISTED = { most: 30, rest: '`index.html`' };

/** `summary.md` of a comparison of the specification with a node: the open differences with their evidence. */
export function driftSummary(results: DriftResults, { title, reasons }: Verdict): string {
  const { target, standard, seed, durationMs, lost, untried, gone } = results;
  return markdownDocument([
    `# ${signOf(title)} Pyx drift: ${title}`,
    reasons.join(' '),
    markdownFacts([
      ['Target', `${target.name} ${target.subversion}`],
      ['Documents', `${standard.title} ${standard.edition}`],
      ['Target file', target.targetFile ?? 'none'],
      ['Seed', String(seed)],
      ['Took', duration(durationMs)],
    ]),
    markdownList('## Differences', openFindings(results).map(findingText), LISTED),
    markdownList(
      '## Lost nodes',
      lost.map(({ during, message }) => `- ${markdownText(during)}: ${markdownText(message)}`),
      LISTED,
    ),
    markdownList(
      '## Not compared',
      Object.entries(untried).map(([reason, cases]) => `- ${counted(cases, 'case')}: ${markdownText(reason)}`),
      LISTED,
    ),
    markdownList(
      '## Accepted in the target file, and no longer seen',
      gone.map(({ change, methods, reason }) => `- ${change} ${markdownText(methods.join(', '))}: ${markdownText(reason)}`),
      LISTED,
    ),
  ]);
}

function findingText(finding: ReportedDrift): string {
  return [
    `- **${finding.class}** (${finding.change}): ${markdownText(finding.headline)}`,
    ...evidenceLines(finding).map(([label, text]) => `  - ${label}: ${markdownText(text)}`),
    ...(finding.block === undefined
      ? []
      : ['  - for the target file, if they are expected to be absent:', codeBlock(finding.block, 'yaml', 4)]),
  ].join('\n');
}
