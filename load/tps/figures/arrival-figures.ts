import { quantile } from '../../statistics/quantile.ts';
import type { ArrivalFigures, PropagationFigures } from '../results.ts';

const US_PER_S = 1_000_000;
const LOW_QUANTILE = 0.01;
const HIGH_QUANTILE = 0.99;

/** `count` for each second of a span; 0 where nothing lasted. */
export const perSecond = (count: number, spanUs: number): number => (spanUs > 0 ? (count * US_PER_S) / spanUs : 0);

/**
 * What arrived, by its times.
 * @param timesUs of the transactions that arrived, in any order: epoch microseconds
 * @param startUs when the first was allowed to be sent
 */
export function arrivalFigures(timesUs: readonly number[], startUs: number, outputsPerTx: number): ArrivalFigures {
  const sorted = [...timesUs].sort((a, b) => a - b);
  const count = sorted.length;
  const spanUs = count === 0 ? 0 : Math.max(0, sorted[count - 1]! - startUs);
  const [lowUs, highUs] = [quantile(sorted, LOW_QUANTILE), quantile(sorted, HIGH_QUANTILE)];
  // Those after the lower time up to the upper one, which took the time between the two.
  const within = count === 0 ? 0 : sorted.filter((time) => time > lowUs && time <= highUs).length;
  const innerSpanUs = count === 0 ? 0 : highUs - lowUs;
  const peak = mostWithin(sorted, US_PER_S);
  return {
    transactions: count,
    outputs: count * outputsPerTx,
    spanUs,
    transactionsPerS: perSecond(count, spanUs),
    outputsPerS: perSecond(count * outputsPerTx, spanUs),
    inner: {
      spanUs: innerSpanUs,
      transactionsPerS: perSecond(within, innerSpanUs),
      outputsPerS: perSecond(within * outputsPerTx, innerSpanUs),
    },
    peakTransactionsPerS: peak,
    peakOutputsPerS: peak * outputsPerTx,
  };
}

/** The most times within any window of such a width: from one of them on, the end of the window excluded. */
export function mostWithin(sortedUs: readonly number[], widthUs: number): number {
  let [most, from] = [0, 0];
  for (let to = 0; to < sortedUs.length; to++) {
    while (sortedUs[to]! - sortedUs[from]! >= widthUs) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

/** @param durationsUs from the release of each transaction to its arrival */
export function propagationFigures(durationsUs: readonly number[]): PropagationFigures {
  const at = (q: number): number => (durationsUs.length === 0 ? 0 : quantile(durationsUs, q));
  return { count: durationsUs.length, p50Us: at(0.5), p95Us: at(0.95), p99Us: at(0.99), maxUs: at(1) };
}

/** The values that 0, 1, 2 … 100 % of all do not exceed; empty for none. */
export function percentiles(values: readonly number[]): number[] {
  if (values.length === 0) return [];
  const sorted = [...values].sort((a, b) => a - b);
  return Array.from({ length: 101 }, (_, percent) => sorted[Math.max(0, Math.ceil((percent * sorted.length) / 100) - 1)]!);
}
