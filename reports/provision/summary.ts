import type { ProvisionResults } from '../../provision/results.ts';
import { count, duration } from '../format.ts';
import { markdownCell, markdownDocument, markdownFacts, markdownList, markdownTable, markdownText } from '../markdown.ts';
import { signOf, type Verdict } from '../verdict.ts';

const LISTED = { most: 30, rest: '`index.html`' };

/** `summary.md` of a provisioning: its steps, and what contradicts the documents. */
export function provisionSummary(results: ProvisionResults, { title, reasons }: Verdict): string {
  const { target, seed, durationMs, steps, left } = results;
  const rows = steps.map(({ title: name, before, after, height, problems }) => [
    `${problems.length === 0 ? '✅' : '❌'} ${markdownCell(name)}`,
    `${before} → ${after}`,
    count(height),
  ]);
  return markdownDocument([
    `# ${signOf(title)} Pyx provision: ${title}`,
    markdownText(reasons.join(' ')),
    markdownFacts([
      ['Target', `${target.name} ${target.subversion}`],
      ['Target file', target.targetFile ?? 'none'],
      ['Seed', String(seed)],
      ['Took', duration(durationMs)],
    ]),
    rows.length === 0 ? '' : markdownTable(['step', 'state', 'block'], rows, '## Steps'),
    markdownList(
      '## Contradictions',
      steps.flatMap(({ title: name, problems }) => problems.map((problem) => `- ${markdownText(name)}: ${markdownText(problem)}`)),
      LISTED,
    ),
    markdownList(
      '## Left on the node',
      left.map((item) => `- ${markdownText(item)}`),
      LISTED,
    ),
  ]);
}
