import type { Comparison, MetricVerdict } from '../../load/compare/types.ts';
import { table } from '../../specs/model/text-table.ts';
import { coloursFor, type Colours, type TerminalStream } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { comparisonHead, comparisonNote, comparisonReasons, comparisonRows } from './comparison-rows.ts';

/** Prints two loads side by side, what changed, and whether it is a regression. */
export function printComparison(
  comparison: Comparison,
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
    `${titled(comparison, colours)}\n${colours.dim(comparisonNote(comparison))}`,
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

/** What changed, one metric a line. */
export function comparisonTable(comparison: Comparison, colours: Colours): string {
  const [head = '', ...lines] = table(comparisonHead(comparison), comparisonRows(comparison)).split('\n');
  return [colours.dim(head), ...lines.map((line, index) => paint(line, comparison.metrics[index]?.verdict, colours))].join('\n');
}

function titled(comparison: Comparison, colours: Colours): string {
  const { isRegression } = comparison;
  const title = isRegression ? colours.red(colours.bold('Regression')) : colours.green(colours.bold('No regression'));
  return `${title}  ${comparisonReasons(comparison).join(' ')}`;
}

function paint(line: string, verdictOfLine: MetricVerdict | undefined, colours: Colours): string {
  if (verdictOfLine === 'regression') return colours.red(line);
  if (verdictOfLine === 'improvement') return colours.green(line);
  return verdictOfLine === 'undecided' ? colours.yellow(line) : line;
}
