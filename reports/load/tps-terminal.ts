import type { TpsResults } from '../../load/tps/results.ts';
import { table as textTable } from '../../specs/model/text-table.ts';
import { coloursFor, type Colours, type TerminalStream } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { count, duration } from '../format.ts';
import { tpsVerdict } from './tps-verdict.ts';
import { latency, megabytes, perSecond, share } from './units.ts';

const LISTED = 10;
const LAST_LINES = 5;

/** Prints the result of a throughput test: rounds, receivers, senders, nodes, faults, warnings, verdict. */
export function printTpsReport(
  results: TpsResults,
  { stream, outDir, environment = process.env }: { stream: TerminalStream; outDir: string; environment?: NodeJS.ProcessEnv },
): void {
  const colours = coloursFor(stream, environment);
  const sections = [
    roundsText(results, colours),
    receiversText(results, colours),
    releaseText(results, colours),
    ingestionText(results, colours),
    usageText(results, colours),
    lastLinesText(results, colours),
    results.notes.map((note) => colours.dim(`note  ${forTerminal(note)}`)).join('\n'),
    results.warnings.map((warning) => `${colours.yellow('warning')}  ${forTerminal(warning)}`).join('\n'),
    verdictText(results, colours, outDir),
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

function roundsText({ rounds }: TpsResults, colours: Colours): string {
  if (rounds.length === 0) return '';
  const rows = rounds.map(({ round, transactions, everywhere, confirmation, uncounted }) => [
    `${round}${uncounted === null ? '' : ' (not counted)'}`,
    count(transactions),
    count(everywhere.transactions),
    perSecond(everywhere.transactionsPerS),
    perSecond(everywhere.outputsPerS),
    perSecond(everywhere.inner.transactionsPerS),
    perSecond(everywhere.peakTransactionsPerS),
    latency(everywhere.spanUs),
    latency(confirmation.durationMs * 1_000),
  ]);
  return table([['round', 'given', 'received', 'tx/s', 'outputs/s', 'p1–p99 tx/s', '1 s peak', 'span', 'mined after'], ...rows], colours);
}

function receiversText({ rounds }: TpsResults, colours: Colours): string {
  const rows = rounds.flatMap(({ round, receivers }) =>
    receivers.map(({ receiver, source, arrivals, lost, propagation, pollingErrorUs }) => [
      `${receiver}, round ${round}`,
      count(arrivals.transactions),
      count(lost.count),
      latency(propagation.p50Us),
      latency(propagation.p95Us),
      latency(propagation.p99Us),
      latency(propagation.maxUs),
      source === 'polling' ? `polling, ±${latency(pollingErrorUs)}` : source,
    ]),
  );
  if (rows.length === 0) return '';
  return table([['propagation', 'received', 'lost', 'p50', 'p95', 'p99', 'max', 'stamped by'], ...rows], colours);
}

function releaseText({ rounds }: TpsResults, colours: Colours): string {
  const shown = (us: number | undefined): string => (us === undefined ? '' : latency(us));
  const rows = rounds.flatMap(({ round, release }) =>
    release.map(({ sender, firstSentUs, firstArrivalUs, completedUs }) => [
      `${sender}, round ${round}`,
      shown(firstSentUs),
      shown(firstArrivalUs),
      shown(completedUs),
    ]),
  );
  if (rows.length === 0) return '';
  return table([['after the start time', 'first sent', 'first arrival', 'all sent'], ...rows], colours);
}

function ingestionText({ rounds }: TpsResults, colours: Colours): string {
  const rows = rounds.flatMap(({ round, ingestion }) =>
    ingestion.map(({ batch, calls, transactions, transactionsPerS, megabytesPerS }) => [
      `${count(batch)} to a call, round ${round}`,
      count(calls),
      count(transactions),
      perSecond(transactionsPerS),
      perSecond(megabytesPerS),
    ]),
  );
  if (rows.length === 0) return '';
  return table([['tpstestadd', 'calls', 'transactions', 'tx/s', 'MB/s'], ...rows], colours);
}

function usageText({ rounds, nodes }: TpsResults, colours: Colours): string {
  const rows = nodes.map(({ name, clockOffsetUs: { low, high } }) => {
    const used = rounds.flatMap((round) => round.nodes.filter(({ node }) => node === name));
    const cpuMs = used.reduce((sum, one) => sum + one.cpuMs, 0);
    const pool = Math.max(
      0,
      ...rounds.flatMap((round) => round.pool.filter(({ node }) => node === name).map(({ transactions }) => transactions)),
    );
    return [
      name,
      used.length === 0 ? '' : duration(cpuMs),
      used.length === 0 ? '' : megabytes(Math.max(...used.map(({ peakMemoryBytes }) => peakMemoryBytes))),
      count(pool),
      `${(low / 1_000).toFixed(2)} to ${(high / 1_000).toFixed(2)} ms`,
    ];
  });
  return table([['node', 'CPU', 'memory', 'largest pool', 'clock ahead by'], ...rows], colours);
}

function lastLinesText({ faults }: TpsResults, colours: Colours): string {
  return faults
    .flatMap((fault) =>
      fault.kind === 'node-ended' && fault.lastLines.length > 0
        ? [
            [
              colours.bold(`Last lines of ${forTerminal(fault.node)}`),
              ...fault.lastLines.slice(-LAST_LINES).map((line) => `  ${colours.dim(forTerminal(line))}`),
            ].join('\n'),
          ]
        : [],
    )
    .join('\n\n');
}

function verdictText(results: TpsResults, colours: Colours, outDir: string): string {
  const { code, title, headline, reasons } = tpsVerdict(results);
  const { senders, receivers, via } = results.options;
  const sign = code === 0 ? colours.green(colours.bold(title)) : colours.red(colours.bold(title));
  const shown = reasons.slice(0, LISTED).map((reason) => forTerminal(reason));
  if (reasons.length > LISTED) shown.push(`… and ${reasons.length - LISTED} more, all in results.json`);
  const release = results.totals?.releaseError;
  return [
    `${forTerminal(results.target.subversion || results.target.name)}, ${senders} to ${receivers} by ${via}: ${colours.bold(headline)}`,
    ...(release && release.count > 0
      ? [
          `release ${via === 'tpstestadd' ? 'at most ' : ''}p50 ${latency(release.p50Us)}, p99 ${latency(release.p99Us)}, max ${latency(release.maxUs)} after the start time; spread of rounds ${share(results.totals!.transactionsPerS.spread)}`,
        ]
      : []),
    `${sign}  ${shown.join('\n  ')}`,
    colours.dim(`${duration(results.durationMs)}, seed ${results.seed}, reports in ${forTerminal(outDir)}`),
  ].join('\n');
}

function table([head = [], ...rows]: readonly (readonly string[])[], colours: Colours): string {
  const safe = rows.map((row) => row.map((cell) => forTerminal(cell)));
  const lines = textTable(head, safe).split('\n');
  return lines.map((line, index) => (index === 0 ? colours.dim(line) : line)).join('\n');
}
