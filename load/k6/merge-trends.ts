import { K6_PERCENTS, type K6Trend } from './format.ts';

/** Halvings of the range in which a percentile lies: to less than a millionth of it. */
const HALVINGS = 40;

/**
 * The trend of all calls of several processes, from the percentiles of each: counts, mean and maximum are exact. Calls are taken to
 * be spread evenly between two percentiles of a process, so that a percentile of the whole is off by no more calls than lie there.
 */
export function mergeTrends(trends: readonly K6Trend[]): K6Trend {
  const parts = trends.filter(({ count }) => count > 0);
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const max = parts.reduce((highest, part) => Math.max(highest, part.max), 0);
  const min = parts.reduce((lowest, { percentiles: [first = 0] }) => Math.min(lowest, first), max);
  const percentiles = K6_PERCENTS.map((percent) => (count === 0 ? 0 : percentile(percent)));
  const of = (percent: number): number => percentiles[K6_PERCENTS.indexOf(percent)] ?? 0;
  return {
    count,
    mean: count === 0 ? 0 : parts.reduce((sum, part) => sum + part.mean * part.count, 0) / count,
    p50: of(50),
    p90: of(90),
    p95: of(95),
    p99: of(99),
    p999: of(99.9),
    max,
    percentiles,
  };

  /** As k6 counts: the percentile is that of a place among the calls in their order, from 0 to one less than there are. */
  function percentile(percent: number): number {
    const place = (percent / 100) * (count - 1);
    let [low, high] = [min, max];
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (low + high) / 2;
      if (parts.reduce((sum, part) => sum + callsUpTo(part, middle), 0) < place + 0.5) low = middle;
      else high = middle;
    }
    return high;
  }
}

/** About how many calls took no longer: a call counts half at its own latency. */
function callsUpTo({ count, percentiles }: K6Trend, ms: number): number {
  const last = percentiles.length - 1;
  if (ms < (percentiles[0] ?? 0)) return 0;
  if (ms >= (percentiles[last] ?? 0)) return count;
  let [at, above] = [0, last];
  while (above - at > 1) {
    const middle = (at + above) >> 1;
    if ((percentiles[middle] ?? 0) <= ms) at = middle;
    else above = middle;
  }
  const [from, to] = [percentiles[at] ?? 0, percentiles[above] ?? 0];
  const [fromPercent, toPercent] = [K6_PERCENTS[at] ?? 0, K6_PERCENTS[above] ?? 100];
  const percent = fromPercent + ((ms - from) / (to - from)) * (toPercent - fromPercent);
  return (percent / 100) * (count - 1) + 0.5;
}
