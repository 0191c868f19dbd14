import type { Comparison, MetricVerdict } from '../../load/compare/types.ts';
import { table } from '../../specs/model/text-table.ts';
import { coloursFor, type Colours, type TerminalStream } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { paintedTitle, type Verdict } from '../verdict.ts';
import { comparisonHead, comparisonNote, comparisonRows } from './comparison-rows.ts';

/** Prints two loads side by side, what changed, and the verdict. */
export function printComparison(
  comparison: Comparison,
  verdict: Verdict,
  { stream, environment = process.env }: { stream: TerminalStream; environment?: NodeJS.ProcessEnv },
): void {
  const colours = coloursFor(stream, environment);
  const { differences, warnings } = comparison;
  const sections = [
    comparisonTable(comparison, colours),
    [
      ...differences.map((difference) => `${colours.yellow('not alike')}  ${forTerminal(difference)}`),
      ...warnings.map((warning) => `${colours.yellow('warning')}  ${forTerminal(warning)}`),
    ].join('\n'),
    `${paintedTitle(verdict, colours)}  ${verdict.reasons.join(' ')}\n${colours.dim(comparisonNote(comparison))}`,
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

/** What changed, one metric a line. */
export function comparisonTable(comparison: Comparison, colours: Colours): string {
  const [head = '', ...lines] = table(comparisonHead(comparison), comparisonRows(comparison)).split('\n');
  return [colours.dim(head), ...lines.map((line, index) => paint(line, comparison.metrics[index]?.verdict, colours))].join('\n');
}

function paint(line: string, verdictOfLine: MetricVerdict | undefined, colours: Colours): string {
  if (verdictOfLine === 'regression') return colours.red(line);
  if (verdictOfLine === 'improvement') return colours.green(line);
  return verdictOfLine === 'undecided' ? colours.yellow(line) : line;
}
