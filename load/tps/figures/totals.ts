import { mean as meanOf, quantile } from '../../statistics/quantile.ts';
import type { ReleaseError, ReleaseFigures, RoundsFigure, TpsRound, TpsTotals } from '../results.ts';
import { tInterval } from '../../statistics/interval.ts';

const CONFIDENCE = 0.95;

/** How many transactions of a round were lost. Where faults were planned, what a receiver missed and others kept is not. */
export const lostIn = ({ transactions, refusedCount, everywhere, disturbances }: TpsRound): number =>
  disturbances ? disturbances.lost.count + disturbances.lostWithPool.count : transactions - refusedCount - everywhere.transactions;

/** Figures over the rounds that count; undefined where none does. */
export function tpsTotals(all: readonly TpsRound[]): TpsTotals | undefined {
  const rounds = all.filter(({ uncounted }) => uncounted === null);
  if (rounds.length === 0) return undefined;
  const over = (value: (round: TpsRound) => number): RoundsFigure => roundsFigure(rounds.map(value));
  /** The slowest receiver of a round. */
  const worst = (round: TpsRound, of: 'p50Us' | 'p99Us'): number => Math.max(...round.receivers.map(({ propagation }) => propagation[of]));
  const sum = (value: (round: TpsRound) => number): number => rounds.reduce((total, round) => total + value(round), 0);
  const given = sum(({ transactions }) => transactions);
  const refused = sum(({ refusedCount }) => refusedCount);
  const received = sum(({ everywhere }) => everywhere.transactions);
  return {
    rounds: rounds.length,
    transactionsPerS: over(({ everywhere }) => everywhere.transactionsPerS),
    outputsPerS: over(({ everywhere }) => everywhere.outputsPerS),
    innerTransactionsPerS: over(({ everywhere }) => everywhere.inner.transactionsPerS),
    peakTransactionsPerS: over(({ everywhere }) => everywhere.peakTransactionsPerS),
    propagationP50Us: over((round) => worst(round, 'p50Us')),
    propagationP99Us: over((round) => worst(round, 'p99Us')),
    releaseError: releaseError(rounds.flatMap(({ release }) => release)),
    given,
    received,
    lost: sum(lostIn),
    refused,
  };
}

/** By the times of sending if all senders have one, else by the first arrivals. */
export function releaseError(releases: readonly ReleaseFigures[]): ReleaseError {
  const sent = releases.flatMap(({ firstSentUs }) => firstSentUs ?? []);
  const by = releases.length > 0 && sent.length === releases.length ? 'sent' : 'arrival';
  const errors = by === 'sent' ? sent : releases.flatMap(({ firstArrivalUs }) => firstArrivalUs ?? []);
  const at = (q: number): number => (errors.length === 0 ? 0 : quantile(errors, q));
  return { by, count: errors.length, p50Us: at(0.5), p99Us: at(0.99), maxUs: at(1) };
}

/** Mean, interval and spread of a figure that was measured once in each round. */
export function roundsFigure(values: readonly number[]): RoundsFigure {
  const mean = meanOf(values);
  const spread = mean === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / mean;
  const interval = tInterval(values, CONFIDENCE);
  return { mean, ...(interval && { interval: { low: interval.low, high: interval.high, confidence: CONFIDENCE } }), spread };
}
