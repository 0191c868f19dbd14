import type { Arrival } from '../arrivals/types.ts';
import { MAX_EXAMPLES } from '../limits.ts';
import type { ArrivalSource, LossFigures, ReceiverFigures } from '../results.ts';
import type { RoundTransactions } from '../round-transactions.ts';
import { arrivalFigures, percentiles, propagationFigures } from './arrival-figures.ts';

export interface ReceivedRound {
  readonly transactions: RoundTransactions;
  /** Epoch microseconds. */
  readonly startTimeUs: number;
  readonly senders: readonly string[];
}

/** What one receiver saw of a round. */
export interface Seen {
  readonly receiver: string;
  readonly source: ArrivalSource;
  readonly pollingErrorUs: number;
  readonly pollingShare: number;
  readonly polledBecause?: string | undefined;
  readonly arrivals: readonly Arrival[];
  /** What is in its pool after the round, whether it gave a time or not. */
  readonly pool: ReadonlySet<string>;
}

/** First arrival of each transaction of the round, by its index; NaN for one that did not arrive. */
export interface ArrivalTimes {
  readonly timesUs: readonly number[];
  readonly duplicates: number;
  readonly foreign: number;
}

export function arrivalTimes(transactions: RoundTransactions, arrivals: readonly Arrival[]): ArrivalTimes {
  const timesUs = Array.from({ length: transactions.count }, () => Number.NaN);
  let [duplicates, foreign] = [0, 0];
  for (const { txid, timeUs } of arrivals) {
    const index = transactions.indexOf(txid);
    if (index === undefined) {
      foreign++;
      continue;
    }
    const before = timesUs[index]!;
    if (!Number.isNaN(before)) duplicates++;
    timesUs[index] = Number.isNaN(before) ? timeUs : Math.min(before, timeUs);
  }
  return { timesUs, duplicates, foreign };
}

/** When what arrived did so, in microseconds after the start time, ascending. */
export const arrivedAfterUs = (timesUs: readonly number[], startTimeUs: number): number[] =>
  timesUs
    .filter((timeUs) => !Number.isNaN(timeUs))
    .map((timeUs) => timeUs - startTimeUs)
    .sort((a, b) => a - b);

/** What was sent and arrived is received; what was sent and did not is lost. What no sender took is neither. */
export function receiverFigures({ transactions, startTimeUs, senders }: ReceivedRound, seen: Seen): ReceiverFigures {
  const { timesUs, duplicates, foreign } = arrivalTimes(transactions, seen.arrivals);
  const arrivedUs: number[] = [];
  const durationsUs: number[] = [];
  const lost: number[] = [];
  for (const [index, timeUs] of timesUs.entries()) {
    const releasedUs = transactions.releasedUs[index]!;
    if (!Number.isNaN(timeUs)) {
      arrivedUs.push(timeUs);
      if (!Number.isNaN(releasedUs)) durationsUs.push(timeUs - releasedUs);
    } else if (!Number.isNaN(releasedUs)) lost.push(index);
  }
  return {
    receiver: seen.receiver,
    source: seen.source,
    pollingErrorUs: seen.pollingErrorUs,
    pollingShare: seen.pollingShare,
    ...(seen.polledBecause !== undefined && { polledBecause: seen.polledBecause }),
    arrivals: arrivalFigures(arrivedUs, startTimeUs, transactions.outputsPerTx),
    propagation: propagationFigures(durationsUs),
    lost: lossFigures(lost, transactions, senders, seen.pool),
    duplicates,
    foreign,
    arrivalTimesUs: percentiles(arrivedUs).map((timeUs) => timeUs - startTimeUs),
    propagationUs: percentiles(durationsUs),
  };
}

function lossFigures(
  lost: readonly number[],
  { txids, senderOf }: RoundTransactions,
  senders: readonly string[],
  pool: ReadonlySet<string>,
): LossFigures {
  const counts = new Map<string, number>();
  const senderName = (index: number): string => senders[senderOf[index]!]!;
  for (const index of lost) counts.set(senderName(index), (counts.get(senderName(index)) ?? 0) + 1);
  return {
    count: lost.length,
    unstamped: lost.filter((index) => pool.has(txids[index]!)).length,
    examples: lost.slice(0, MAX_EXAMPLES).map((index) => ({ txid: txids[index]!, sender: senderName(index) })),
    bySender: [...counts].map(([sender, count]) => ({ sender, count })),
  };
}

/** When each transaction had arrived at all receivers; only those that did. */
export function everywhereUs(receivers: readonly ArrivalTimes[]): number[] {
  const [first] = receivers;
  if (first === undefined) return [];
  return first.timesUs.flatMap((_, index) => {
    const lastUs = Math.max(...receivers.map(({ timesUs }) => timesUs[index]!));
    return Number.isNaN(lastUs) ? [] : [lastUs];
  });
}

/** First arrival anywhere of a transaction of each sender, in epoch microseconds; undefined where none came. */
export function firstArrivalsUs(
  transactions: RoundTransactions,
  receivers: readonly ArrivalTimes[],
  senders: number,
): (number | undefined)[] {
  const firstUs: (number | undefined)[] = Array.from({ length: senders }, () => undefined);
  for (const { timesUs } of receivers)
    for (const [index, timeUs] of timesUs.entries()) {
      const sender = transactions.senderOf[index]!;
      if (!Number.isNaN(timeUs)) firstUs[sender] = Math.min(firstUs[sender] ?? Infinity, timeUs);
    }
  return firstUs;
}
