import type { Comparison, MetricComparison, MetricVerdict } from '../../load/compare/types.ts';
import { table } from '../../specs/model/text-table.ts';
import { coloursFor, type Colours, type TerminalStream } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { counted } from '../format.ts';
import { latency, perSecond, share } from './units.ts';

/** Prints two loads side by side, what changed, and whether it is a regression. */
export function printComparison(
  comparison: Comparison,
  { stream, environment = process.env }: { stream: TerminalStream; environment?: NodeJS.ProcessEnv },
): void {
  const colours = coloursFor(stream, environment);
  const { confidence, unit, values, metrics, differences, warnings } = comparison;
  const rows = metrics.map((one) => [
    one.metric,
    shown(one, one.base),
    shown(one, one.changed),
    change(one.ratio),
    `${change(one.low)} to ${change(one.high)}`,
    one.p < 0.0001 ? '<0.0001' : one.p.toFixed(4),
    one.verdict,
  ]);
  const [head = '', ...lines] = table(['', 'base', 'new', 'change', `${share(confidence)} interval`, 'p', 'verdict'], rows).split('\n');
  const sections = [
    [colours.dim(head), ...lines.map((line, index) => paint(line, metrics[index]?.verdict, colours))].join('\n'),
    [
      ...differences.map((difference) => `${colours.yellow('not alike')}  ${forTerminal(difference)}`),
      ...warnings.map((warning) => `${colours.yellow('warning')}  ${forTerminal(warning)}`),
    ].join('\n'),
    `${verdict(comparison, colours)}\n${colours.dim(`medians of ${values.base} and ${counted(values.changed, unit)}`)}`,
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

function verdict({ metrics, tolerance, isRegression }: Comparison, colours: Colours): string {
  const named = (wanted: MetricVerdict): string =>
    metrics
      .filter((one) => one.verdict === wanted)
      .map(({ metric }) => metric)
      .join(', ');
  const undecided = named('undecided');
  const open = undecided === '' ? '' : ` Undecided: ${undecided}; measure longer, with more repeats, on a machine without other work.`;
  if (isRegression)
    return `${colours.red(colours.bold('Regression'))}  ${named('regression')}: significantly worse by more than ${share(tolerance)}.${open}`;
  return `${colours.green(colours.bold('No regression'))}  Nothing is significantly worse by more than ${share(tolerance)}.${open}`;
}

function paint(line: string, verdictOfLine: MetricVerdict | undefined, colours: Colours): string {
  if (verdictOfLine === 'regression') return colours.red(line);
  if (verdictOfLine === 'improvement') return colours.green(line);
  return verdictOfLine === 'undecided' ? colours.yellow(line) : line;
}

function shown({ metric }: MetricComparison, value: number): string {
  if (metric === 'rate') return `${perSecond(value)}/s`;
  return metric === 'answered' ? share(value) : latency(value);
}

/** A ratio as a change: `+10.3 %`. */
function change(ratio: number): string {
  const percent = 100 * (ratio - 1);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
}
