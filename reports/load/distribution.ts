import type { Bin, Histogram } from '../../load/statistics/histogram.ts';

/**
 * A histogram in at most `count` bins of equal ratio, with whole microseconds as edges; together they hold every value. A bin
 * of the histogram belongs to where its middle is.
 */
export function logarithmicBins(histogram: Histogram, count: number): Bin[] {
  const fine = [...histogram.bins()];
  const first = fine[0];
  if (!first) return [];
  const low = Math.max(1, first.fromUs);
  const high = Math.max(low, fine.at(-1)?.toUs ?? low) + 1;
  const edges = [...new Set(Array.from({ length: count + 1 }, (_, index) => Math.round(low * (high / low) ** (index / count))))];
  const bins = edges.slice(1).map((toUs, index) => ({ fromUs: edges[index] ?? low, toUs, count: 0 }));
  let at = 0;
  for (const { fromUs, toUs, count: values } of fine) {
    const middle = (fromUs + toUs) / 2;
    while (at < bins.length - 1 && middle >= bins[at]!.toUs) at++;
    bins[at]!.count += values;
  }
  return bins;
}

/** Points per factor of ten of the calls beyond a quantile. */
const POINTS = 10;

/** Quantiles with their latency in microseconds, ever closer to 1: up to the last call but one, then the longest. */
export function quantilePoints(histogram: Histogram): (readonly [quantile: number, us: number])[] {
  const total = histogram.count;
  if (total === 0) return [];
  const last = 1 - 1 / Math.max(2, total);
  const points: (readonly [number, number])[] = [];
  for (let step = 0; 1 - 10 ** (-step / POINTS) < last; step++) {
    const quantile = 1 - 10 ** (-step / POINTS);
    points.push([quantile, histogram.quantileUs(quantile)]);
  }
  points.push([last, histogram.maxUs]);
  return points;
}
