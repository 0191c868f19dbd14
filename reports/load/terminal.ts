import type { LoadResults } from '../../load/results.ts';
import { table as textTable } from '../../specs/model/text-table.ts';
import type { PrintOptions } from '../print.ts';
import { coloursFor, type Colours } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { count, duration } from '../format.ts';
import { answerColumns } from './answers-text.ts';
import { comparisonNote } from './comparison-rows.ts';
import { comparisonTable } from './comparison.ts';
import { errorName } from './error-name.ts';
import { loadFaultsHead, loadFaultsRows } from './load-faults-rows.ts';
import { repeatHead, repeatRows } from './repeat-rows.ts';
import { saturationSteps } from './saturation-steps.ts';
import type { LoadVerdict } from './verdict.ts';
import { latency, megabytes, ofACore, perSecond, share } from './units.ts';
import { paintedTitle } from '../verdict.ts';

/** Errors and wrong answers listed. */
const LISTED = 8;
const EXAMPLE_CHARACTERS = 100;

/** Prints the result of a load: what the node takes, latency, methods, errors, thresholds, warnings, verdict. */
export function printLoadReport(
  results: LoadResults,
  verdict: LoadVerdict,
  { stream, outDir, environment = process.env }: PrintOptions,
): void {
  const colours = coloursFor(stream, environment);
  const sections = [
    latencyText(results, colours),
    methodsText(results, colours),
    repeatsText(results, colours),
    besideText(results, colours),
    saturationText(results, colours),
    errorsText(results, colours),
    faultsText(results, colours),
    wrongText(results, colours),
    usageText(results, colours),
    thresholdsText(results, colours),
    results.warnings.map((warning) => `${colours.yellow('warning')}  ${forTerminal(warning)}`).join('\n'),
    verdictText(results, verdict, colours, outDir),
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

function latencyText({ latency: all, service, rate }: LoadResults, colours: Colours): string {
  const row = (name: string, { p50Us, p90Us, p99Us, p999Us, maxUs }: LoadResults['latency']): string[] => [
    name,
    ...[p50Us, p90Us, p99Us, p999Us, maxUs].map((us) => latency(us)),
  ];
  const rows = [['', 'p50', 'p90', 'p99', 'p99.9', 'max'], row('latency', all)];
  // In the closed model both are the same.
  if (rate.targetPerS !== null) rows.push(row('from sending', service));
  return table(rows, colours);
}

function faultsText(results: LoadResults, colours: Colours): string {
  const rows = loadFaultsRows(results);
  if (rows.length === 0) return '';
  return `${colours.bold('Planned faults')}\n${table([loadFaultsHead, ...rows], colours)}`;
}

function methodsText(results: LoadResults, colours: Colours): string {
  const { methods } = results;
  if (methods.length < 2) return '';
  const anyErrors = methods.some(({ errors }) => errors > 0);
  const answers = answerColumns(results);
  const rows = methods.map(({ method, calls, errors, latency: { p50Us, p99Us, maxUs } }) => [
    method,
    count(calls),
    ...(anyErrors ? [count(errors)] : []),
    latency(p50Us),
    latency(p99Us),
    latency(maxUs),
    ...(answers?.cells({ method }) ?? []),
  ]);
  const head = ['method', 'calls', ...(anyErrors ? ['errors'] : []), 'p50', 'p99', 'max', ...(answers?.heads ?? [])];
  return table([head, ...rows], colours);
}

function repeatsText(results: LoadResults, colours: Colours): string {
  const rows = repeatRows(results);
  return rows.length === 0 ? '' : table([repeatHead, ...rows], colours);
}

function besideText({ beside }: LoadResults, colours: Colours): string {
  if (!beside?.comparison) return '';
  const { comparison, other } = beside;
  return [colours.bold(`Beside ${forTerminal(other)}`), comparisonTable(comparison, colours), colours.dim(comparisonNote(comparison))].join(
    '\n',
  );
}

function saturationText({ saturation }: LoadResults, colours: Colours): string {
  if (!saturation) return '';
  const steps = saturationSteps(saturation);
  const outcomes = steps.map(
    ({ passed, failed, isWhole }) => `${passed ? 'met' : `not met: ${failed.join(', ')}`}${isWhole ? ', by a whole load' : ''}`,
  );
  // Text: padded, it stands to the left in a table that puts numbers to the right.
  const width = Math.max(0, ...outcomes.map((outcome) => outcome.length));
  const rows = steps.map(({ ratePerS, resultsPerS, p99Us, errors, refused }, index) => [
    perSecond(ratePerS),
    perSecond(resultsPerS),
    latency(p99Us),
    errors > 0 ? share(errors) : '',
    refused > 0 ? share(refused) : '',
    (outcomes[index] ?? '').padEnd(width),
  ]);
  const ended = saturation.complete ? '' : `\n${colours.yellow('The search was ended early.')}`;
  return `${table([['calls/s', 'results/s', 'p99', 'errors', 'refused', 'thresholds'.padEnd(width)], ...rows], colours)}${ended}`;
}

function errorsText({ errors }: LoadResults, colours: Colours): string {
  if (errors.length === 0) return '';
  const lines = errors
    .slice(0, LISTED)
    .map(
      (error) =>
        `  ${colours.red(`${count(error.count)}×`)}  ${errorName(error)}  ${colours.dim(forTerminal(error.example, EXAMPLE_CHARACTERS))}`,
    );
  if (errors.length > LISTED) lines.push(colours.dim(`  … and ${errors.length - LISTED} more, all in results.json`));
  return [colours.bold('Calls without a result'), ...lines].join('\n');
}

function wrongText({ wrongAnswers, checkedAnswers, totals }: LoadResults, colours: Colours): string {
  if (wrongAnswers.length === 0) return '';
  const lines = wrongAnswers
    .slice(0, LISTED)
    .map(
      ({ method, path, message, count: times }) =>
        `  ${colours.red(`${count(times)}×`)}  ${method}  ${forTerminal(`${path}: ${message}`, EXAMPLE_CHARACTERS)}`,
    );
  return [
    colours.bold(`Answers that contradict the specification: ${count(totals.wrong)} of ${count(checkedAnswers)} looked at`),
    ...lines,
  ].join('\n');
}

function usageText({ nodes, generator, durationMs, rate }: LoadResults, colours: Colours): string {
  // In the closed model a call is due when it is sent.
  const isOpen = rate.targetPerS !== null;
  const rows = [
    ['', 'CPU', 'memory', isOpen ? 'sent late' : ''],
    ...nodes.map(({ node, cpuMs, peakMemoryBytes }) => [`node ${node}`, ofACore(cpuMs, durationMs), megabytes(peakMemoryBytes), '']),
    ['generator', ofACore(generator.cpuMs, durationMs), '', isOpen ? `p99 ${latency(generator.lateness.p99Us)}` : ''],
  ];
  return table(rows, colours);
}

function thresholdsText({ thresholds }: LoadResults, colours: Colours): string {
  return thresholds
    .map(({ expression, measured, passed }) => {
      const sign = passed ? colours.green('met    ') : colours.red('not met');
      return `${sign}  ${forTerminal(expression)}  ${colours.dim(forTerminal(`measured ${measured}`))}`;
    })
    .join('\n');
}

function verdictText(results: LoadResults, verdict: LoadVerdict, colours: Colours, outDir: string): string {
  const { headline, reasons } = verdict;
  return [
    `${colours.bold(forTerminal(results.scenario.name))} on ${forTerminal(results.target.subversion || results.target.name)}: ${colours.bold(forTerminal(headline))}`,
    `${paintedTitle(verdict, colours)}  ${reasons.map((reason) => forTerminal(reason)).join(' ')}`,
    colours.dim(`${duration(results.durationMs)}, seed ${results.seed}`),
    `Reports: ${forTerminal(outDir)}/index.html, summary.md, results.json`,
  ].join('\n');
}

function table([head = [], ...rows]: readonly (readonly string[])[], colours: Colours): string {
  const safe = rows.map((row) => row.map((cell) => forTerminal(cell)));
  const lines = textTable(head, safe).split('\n');
  return lines.map((line, index) => (index === 0 ? colours.dim(line) : line)).join('\n');
}
