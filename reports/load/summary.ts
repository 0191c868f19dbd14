import type { LatencyFigures, LoadResults } from '../../load/results.ts';
import { codeBlock, codeSpan } from '../escape.ts';
import { capitalised, count, duration, shortened } from '../format.ts';
import { foldedLog, markdownCell, markdownDocument, markdownFacts, markdownTable, markdownText } from '../markdown.ts';
import { answerColumns } from './answers-text.ts';
import { comparisonHead, comparisonNote, comparisonRows } from './comparison-rows.ts';
import { errorName } from './error-name.ts';
import { loadFaultsHead, loadFaultsRows } from './load-faults-rows.ts';
import { repeatHead, repeatRows } from './repeat-rows.ts';
import { saturationSteps } from './saturation-steps.ts';
import { latency, megabytes, ofACore, perSecond, share } from './units.ts';
import { loadedBy, whatItTakes, type LoadVerdict } from './verdict.ts';
import { signOf } from '../verdict.ts';

/** Errors, wrong answers and rates listed. */
const LISTED = 15;
/** CI services cut or refuse summaries above 1 MiB, which other steps share. */
const TEXT_CHARACTERS = 1_000;

/**
 * A load as GitHub-flavoured Markdown, most important parts first and limited in length; `index.html` has the rest. Texts of the
 * node or of users are in code spans and code blocks.
 */
export function loadSummary(results: LoadResults, { title, reasons }: LoadVerdict): string {
  return markdownDocument([
    `# ${signOf(title)} Pyx load: ${title}`,
    `**${codeSpan(capitalised(whatItTakes(results)))}** ${markdownText(reasons.join(' '))}`,
    facts(results),
    warnings(results),
    thresholds(results),
    saturation(results),
    wrong(results),
    errors(results),
    nodeLog(results),
    plannedFaults(results),
    latencies(results),
    beside(results),
    repeats(results),
    methods(results),
    usage(results),
  ]);
}

function facts(results: LoadResults): string {
  const { target, scenario, seed, startedAt, durationMs, machine, engine } = results;
  const named: [string, string][] = [
    ['Scenario', scenario.name],
    ['Model', loadedBy(results)],
    ['Target', target.name],
    ['Subversion', target.subversion],
    ['Chain', target.chain],
    ['Target file', target.targetFile ?? 'none'],
    ['Seed', String(seed)],
    ['Started', startedAt],
    ['Took', duration(durationMs)],
    ['Generator', engine],
    ['Machine', `${machine.cpu}, ${machine.cores} cores`],
  ];
  return markdownFacts(named);
}

function warnings({ warnings: all }: LoadResults): string {
  return all.length === 0 ? '' : ['## ⚠️ Warnings', '', ...all.map((text) => `- ${markdownText(text)}`)].join('\n');
}

function thresholds({ thresholds: all }: LoadResults): string {
  if (all.length === 0) return '';
  return markdownTable(
    ['threshold', 'measured', ''],
    all.map(({ expression, measured, passed }) => [markdownCell(expression), markdownCell(measured), passed ? '✅ met' : '❌ not met']),
    '## Thresholds',
  );
}

function saturation({ saturation: found }: LoadResults): string {
  if (!found) return '';
  const rows = saturationSteps(found).map((step) => [
    perSecond(step.ratePerS),
    perSecond(step.resultsPerS),
    latency(step.p99Us),
    share(step.errors),
    share(step.refused),
    `${step.passed ? '✅ met' : `❌ ${markdownCell(step.failed.join(', '))}`}${step.isWhole ? ', by a whole load' : ''}`,
  ]);
  // Both ends are near the limit: the lowest rates say least.
  const shown = rows.slice(-LISTED);
  return `${markdownTable(['calls/s', 'results/s', 'p99', 'errors', 'refused', 'thresholds'], shown, '## Saturation')}${moreOf(rows.length)}`;
}

function wrong({ wrongAnswers, totals, checkedAnswers }: LoadResults): string {
  if (wrongAnswers.length === 0) return '';
  const first = wrongAnswers[0];
  return [
    `## Answers that contradict the specification: ${count(totals.wrong)} of ${count(checkedAnswers)} looked at`,
    '',
    ...wrongAnswers
      .slice(0, LISTED)
      .map(({ method, path, message, count: times }) => `- ${count(times)}× ${codeSpan(method)} ${markdownText(`${path}: ${message}`)}`),
    ...(first
      ? ['', codeBlock(shortened(first.request, TEXT_CHARACTERS), 'json'), '', codeBlock(shortened(first.answer, TEXT_CHARACTERS), 'json')]
      : []),
    moreOf(wrongAnswers.length),
  ]
    .join('\n')
    .trimEnd();
}

function errors({ errors: all, totals }: LoadResults): string {
  if (all.length === 0) return '';
  const rows = all
    .slice(0, LISTED)
    .map((error) => [count(error.count), share(error.count / Math.max(1, totals.planned)), errorName(error), markdownCell(error.example)]);
  return `${markdownTable(['calls', 'share', 'class', 'what the first said'], rows, '## Calls without a result')}${moreOf(all.length)}`;
}

function nodeLog({ nodeLog: lines }: LoadResults): string {
  return lines === undefined ? '' : foldedLog(lines.join('\n'), 'during the load');
}

function latencies({ latency: all, service, rate }: LoadResults): string {
  const row = (name: string, { p50Us, p90Us, p99Us, p999Us, maxUs }: LatencyFigures): string[] => [
    name,
    ...[p50Us, p90Us, p99Us, p999Us, maxUs].map((us) => latency(us)),
  ];
  // In the closed model both are the same.
  const isOpen = rate.targetPerS !== null;
  return markdownTable(
    ['', 'p50', 'p90', 'p99', 'p99.9', 'max'],
    [row(isOpen ? 'from due' : 'latency', all), ...(isOpen ? [row('from sending', service)] : [])],
    '## Latency',
  );
}

function beside({ beside: peer }: LoadResults): string {
  if (!peer?.comparison) return '';
  const { comparison, other } = peer;
  return `${markdownTable(comparisonHead(comparison), comparisonRows(comparison), '## Beside')}\n\n${capitalised(comparisonNote(comparison))}. Beside: ${markdownText(other)}.`;
}

function plannedFaults(results: LoadResults): string {
  const rows = loadFaultsRows(results);
  return rows.length === 0
    ? ''
    : markdownTable(
        loadFaultsHead,
        rows.map((row) => row.map(markdownCell)),
        '## Planned faults',
      );
}

function repeats(results: LoadResults): string {
  const rows = repeatRows(results);
  if (rows.length === 0) return '';
  // The mean and its interval are the last two.
  return `${markdownTable(repeatHead, rows.slice(-LISTED - 2), '## Repeats')}${moreOf(rows.length - 2)}`;
}

function methods(results: LoadResults): string {
  const { methods: all } = results;
  if (all.length < 2) return '';
  const answers = answerColumns(results);
  return markdownTable(
    ['method', 'calls', 'errors', 'p50', 'p99', 'max', ...(answers?.heads ?? [])],
    all.map(({ method, calls, errors: failed, latency: { p50Us, p99Us, maxUs } }) => [
      markdownCell(method),
      count(calls),
      count(failed),
      latency(p50Us),
      latency(p99Us),
      latency(maxUs),
      ...(answers?.cells({ method }) ?? []),
    ]),
    '## Methods',
  );
}

function usage({ nodes, generator, durationMs }: LoadResults): string {
  return markdownTable(
    ['', 'CPU', 'peak memory'],
    [
      ...nodes.map(({ node, cpuMs, peakMemoryBytes }) => [
        `node ${markdownCell(node)}`,
        ofACore(cpuMs, durationMs),
        megabytes(peakMemoryBytes),
      ]),
      ['generator', ofACore(generator.cpuMs, durationMs), ''],
    ],
    '## Used',
  );
}

const moreOf = (all: number): string => (all > LISTED ? `\n\n… and ${count(all - LISTED)} more in \`index.html\`` : '');
