import { codeBlock, codeSpan } from '../escape.ts';
import { count, counted, duration, shortened } from '../format.ts';
import { signOf, type Verdict } from '../verdict.ts';
import type { GateResults } from './results.ts';

const LISTED = 30;
const MESSAGE_CHARACTERS = 600;

/** `summary.md` of a gate, for a pull request. */
export function gateSummary({ parts, problems, target, policy, shard, durationMs }: GateResults, { title, reasons }: Verdict): string {
  const rows = parts.map(
    (part) =>
      `| ${codeSpan(part.name, { cell: true })} | ${part.title} | ${part.exitCode === null ? '' : duration(part.durationMs)} | ${codeSpan(shortened(part.reasons.join(' '), MESSAGE_CHARACTERS), { cell: true })} |`,
  );
  const listed = problems
    .slice(0, LISTED)
    .flatMap((problem, index) => [
      `${index + 1}. ${codeSpan(problem.title)} · ${codeSpan(problem.place)} (${problem.severity}, ${codeSpan(problem.part)})`,
      ...(problem.message === problem.title ? [] : [`   - found: ${codeSpan(shortened(problem.message, MESSAGE_CHARACTERS))}`]),
      `   - evidence: ${problem.evidence}, ${codeSpan(problem.source)}`,
      ...(problem.replay === null ? [] : [codeBlock(problem.replay, 'sh', 3)]),
    ]);
  const more = problems.length > LISTED ? ['', `… and ${count(problems.length - LISTED)} more in \`index.html\``] : [];
  return `${[
    `# ${signOf(title)} Pyx gate: ${title}`,
    '',
    reasons.join(' '),
    '',
    `Target ${codeSpan(target)} · Policy ${codeSpan(policy.file)}${shard === null ? '' : ` · Shard ${shard}`} · Took ${duration(durationMs)}`,
    '',
    '| part | verdict | took | why |',
    '| --- | --- | ---: | --- |',
    ...rows,
    ...(problems.length === 0 ? [] : ['', `## ${counted(problems.length, 'problem')}`, '', ...listed, ...more]),
  ].join('\n')}\n`;
}
