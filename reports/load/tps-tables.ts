import type { TpsResults } from '../../load/tps/results.ts';
import { WITHOUT_LINKS } from '../../load/tps/uncounted.ts';
import { count, duration } from '../format.ts';
import { mean } from '../../load/statistics/quantile.ts';
import { linksTables } from './links-tables.ts';
import { disturbanceTables } from './tps-disturbances.ts';
import type { TpsTable } from './tps-table.ts';
import { latency, megabytes, perSecond } from './units.ts';

/** With more of them, the table has no row for each round. */
const RECEIVERS = 6;

/** The figures of a throughput test as tables; those without rows are left out. */
export function tpsTables(results: TpsResults): TpsTable[] {
  return [
    ...disturbanceTables(results),
    roundsTable(results),
    ...linksTables(results),
    results.options.receivers > RECEIVERS ? receiversTable(results) : propagationTable(results),
    releaseTable(results),
    ingestionTable(results),
    nodesTable(results),
  ].filter(({ rows }) => rows.length > 0);
}

function roundsTable({ rounds }: TpsResults): TpsTable {
  return {
    title: 'Received by every receiver',
    head: ['round', 'given', 'received', 'tx/s', 'outputs/s', 'p1–p99 tx/s', '1 s peak', 'span', 'mined after'],
    rows: rounds.map(({ round, transactions, everywhere, confirmation, uncounted }) => [
      `${round}${uncounted === null ? '' : uncounted === WITHOUT_LINKS ? ' (without the links)' : ' (not counted)'}`,
      count(transactions),
      count(everywhere.transactions),
      perSecond(everywhere.transactionsPerS),
      perSecond(everywhere.outputsPerS),
      perSecond(everywhere.inner.transactionsPerS),
      perSecond(everywhere.peakTransactionsPerS),
      latency(everywhere.spanUs),
      latency(confirmation.durationMs * 1_000),
    ]),
  };
}

function propagationTable({ rounds }: TpsResults): TpsTable {
  return {
    title: 'Propagation',
    head: ['receiver', 'received', 'lost', 'p50', 'p95', 'p99', 'max', 'stamped by'],
    rows: rounds.flatMap(({ round, receivers, disturbances }) =>
      receivers.map(({ receiver, source, arrivals, lost, propagation, pollingErrorUs }) => [
        `${receiver}, round ${round}`,
        count(arrivals.transactions),
        lostText(lost.count, disturbances !== undefined),
        latency(propagation.p50Us),
        latency(propagation.p95Us),
        latency(propagation.p99Us),
        latency(propagation.maxUs),
        source === 'polling' ? `polling, late by ${latency(pollingErrorUs)}` : source,
      ]),
    ),
  };
}

/** Where faults were planned, what did not come to a receiver by itself came by a block, or is named by what must hold. */
const lostText = (lost: number, isDisturbed: boolean): string => (isDisturbed && lost > 0 ? `${count(lost)} missed` : count(lost));

/** Of each receiver over the rounds that count. */
function receiversTable({ rounds }: TpsResults): TpsTable {
  const counted = rounds.filter(({ uncounted }) => uncounted === null);
  const all = counted.flatMap(({ receivers }) => receivers);
  const isDisturbed = counted.some(({ disturbances }) => disturbances);
  return {
    title: 'Propagation, means of the rounds that count',
    head: ['receiver', 'received', 'lost', 'p50', 'p95', 'p99', 'max'],
    rows: [...new Set(all.map(({ receiver }) => receiver))].map((name) => {
      const own = all.filter(({ receiver }) => receiver === name);
      const sum = (of: (figures: (typeof own)[number]) => number): number => own.reduce((total, figures) => total + of(figures), 0);
      const shown = (of: 'p50Us' | 'p95Us' | 'p99Us'): string => latency(mean(own.map(({ propagation }) => propagation[of])));
      return [
        name,
        count(sum(({ arrivals }) => arrivals.transactions)),
        lostText(
          sum(({ lost }) => lost.count),
          isDisturbed,
        ),
        shown('p50Us'),
        shown('p95Us'),
        shown('p99Us'),
        latency(Math.max(...own.map(({ propagation }) => propagation.maxUs))),
      ];
    }),
  };
}

function releaseTable({ rounds }: TpsResults): TpsTable {
  const shown = (us: number | undefined): string => (us === undefined ? '' : latency(us));
  const isKnown = rounds.some(({ release }) => release.some(({ firstSentUs }) => firstSentUs !== undefined));
  return {
    title: 'After the start time',
    head: ['sender', ...(isKnown ? ['first sent'] : []), 'first arrival', 'all sent'],
    rows: rounds.flatMap(({ round, release }) =>
      release.map(({ sender, firstSentUs, firstArrivalUs, completedUs }) => [
        `${sender}, round ${round}`,
        ...(isKnown ? [shown(firstSentUs)] : []),
        shown(firstArrivalUs),
        shown(completedUs),
      ]),
    ),
  };
}

function ingestionTable({ rounds }: TpsResults): TpsTable {
  return {
    title: 'Ingestion of tpstestadd',
    head: ['batch', 'calls', 'transactions', 'tx/s', 'MB/s'],
    rows: rounds.flatMap(({ round, ingestion }) =>
      ingestion.map(({ batch, calls, transactions, transactionsPerS, megabytesPerS }) => [
        `${count(batch)} to a call, round ${round}`,
        count(calls),
        count(transactions),
        perSecond(transactionsPerS),
        perSecond(megabytesPerS),
      ]),
    ),
  };
}

function nodesTable({ rounds, nodes }: TpsResults): TpsTable {
  return {
    title: 'Nodes',
    head: ['node', 'CPU', 'memory', 'largest pool', 'clock ahead by'],
    rows: nodes.map(({ name, clockOffsetUs: { low, high } }) => {
      const used = rounds.flatMap((round) => round.nodes.filter(({ node }) => node === name));
      const pools = rounds.flatMap((round) => round.pool.filter(({ node }) => node === name));
      const isKnown = used.length > 0;
      return [
        name,
        isKnown ? duration(used.reduce((sum, { cpuMs }) => sum + cpuMs, 0)) : 'not known',
        isKnown ? megabytes(Math.max(...used.map(({ peakMemoryBytes }) => peakMemoryBytes))) : 'not known',
        count(Math.max(0, ...pools.map(({ transactions }) => transactions))),
        `${(low / 1_000).toFixed(2)} to ${(high / 1_000).toFixed(2)} ms`,
      ];
    }),
  };
}
