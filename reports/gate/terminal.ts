import { table } from '../../specs/model/text-table.ts';
import { coloursFor } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { counted, duration } from '../format.ts';
import type { PrintOptions } from '../print.ts';
import { paintedTitle, type Verdict } from '../verdict.ts';
import type { GateResults } from './results.ts';

/** Listed problems; the other documents have all. */
const LISTED = 30;
const LINE_CHARACTERS = 150;

/** Prints the result of a gate: problems, parts, verdict. */
export function printGateReport(results: GateResults, verdict: Verdict, { stream, outDir, environment = process.env }: PrintOptions): void {
  const colours = coloursFor(stream, environment);
  const { problems, parts, policy, target, shard, durationMs } = results;
  const listed = problems
    .slice(0, LISTED)
    .flatMap(({ severity, title, place, part, message, replay }, index) => [
      `${String(index + 1).padStart(4)}) ${colours.bold(forTerminal(title, LINE_CHARACTERS * (title.endsWith(message) ? 2 : 1)))}${colours.dim(` · ${forTerminal(place, LINE_CHARACTERS)} · ${severity} · ${part}`)}`,
      ...(title.endsWith(message) ? [] : [`      ${forTerminal(message, LINE_CHARACTERS * 2)}`]),
      ...(replay === null ? [] : [colours.dim(`      ${forTerminal(replay)}`)]),
    ]);
  const more =
    problems.length > LISTED ? [colours.dim(`      … and ${counted(problems.length - LISTED, 'more problem')} in index.html`)] : [];
  const errors = parts.flatMap(({ name, exitCode, reasons, details }) =>
    exitCode === 2 ? [`${colours.red(name)}: ${forTerminal(reasons.join(' '))}`, ...details.map((line) => `  | ${forTerminal(line)}`)] : [],
  );
  const [head = '', ...lines] = table(
    ['part', 'verdict', 'took'],
    parts.map((part) => [part.name, part.title, part.exitCode === null ? '' : duration(part.durationMs)]),
  ).split('\n');
  const rows = lines.map((line, index) => {
    const part = parts[index];
    return `${line}  ${forTerminal(part === undefined || part.exitCode === 2 ? '' : part.reasons.join(' '), LINE_CHARACTERS)}`.trimEnd();
  });
  const facts = `${target}, policy ${policy.file}${shard === null ? '' : `, shard ${shard}`}, ${duration(durationMs)}`;
  const sections = [
    problems.length === 0 ? '' : [colours.bold(counted(problems.length, 'problem')), ...listed, ...more].join('\n'),
    errors.join('\n'),
    [colours.dim(head), ...rows].join('\n'),
    [
      `${paintedTitle(verdict, colours)}  ${forTerminal(verdict.reasons.join(' '))}`,
      forTerminal(facts),
      `Reports: ${forTerminal(`${outDir}/index.html, summary.md, gate.json, pyx.sarif`)}`,
    ].join('\n'),
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}
