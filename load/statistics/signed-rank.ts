import { median } from './quantile.ts';
import { doubledRanks, keepingLast } from './ranks.ts';
import { normalUpperTail } from './normal.ts';

/** Up to so many differences the probability is counted out. */
const EXACT_UP_TO = 60;

export interface SignedRank {
  /** Sum of the ranks of the differences above 0. */
  readonly w: number;
  /** Probability of sums at least as small, and at least as large, if the differences lay symmetrically around 0. */
  readonly lower: number;
  readonly upper: number;
}

/**
 * Wilcoxon's signed-rank test of paired differences. Differences of 0 speak for neither side and are left out. Exact for up
 * to 60 differences, ties included; beyond by the normal approximation, with corrections for ties and continuity.
 */
export function signedRank(differences: readonly number[]): SignedRank {
  const values = differences.filter((value) => value !== 0);
  const { ranks2, ties } = doubledRanks(values.map(Math.abs));
  const sum2 = ranks2.reduce((sum, rank, index) => sum + ((values[index] ?? 0) > 0 ? rank : 0), 0);
  const tails = values.length <= EXACT_UP_TO ? exactTails(ranks2, sum2) : normalTails(sum2 / 2, values.length, ties);
  return { w: sum2 / 2, ...tails };
}

function exactTails(ranks2: readonly number[], observed2: number): Omit<SignedRank, 'w'> {
  let [lower, upper] = [0, 0];
  for (const [sum, count] of waysOf(ranks2).entries()) {
    if (sum <= observed2) lower += count;
    if (sum >= observed2) upper += count;
  }
  const all = 2 ** ranks2.length;
  return { lower: lower / all, upper: upper / all };
}

/** Counts, for every sum of ranks, by how many of the choices of signs it comes about. */
const waysOf = keepingLast((ranks2: readonly number[]): Float64Array => {
  const highest = ranks2.reduce((sum, rank) => sum + rank, 0);
  const ways = new Float64Array(highest + 1);
  ways[0] = 1;
  for (const rank of ranks2) for (let sum = highest; sum >= rank; sum--) ways[sum] = (ways[sum] ?? 0) + (ways[sum - rank] ?? 0);
  return ways;
});

function normalTails(w: number, n: number, ties: readonly number[]): Omit<SignedRank, 'w'> {
  const centre = (n * (n + 1)) / 4;
  const tied = ties.reduce((sum, count) => sum + count ** 3 - count, 0);
  const deviation = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - tied / 48);
  return { lower: normalUpperTail((centre - w - 0.5) / deviation), upper: normalUpperTail((w - centre - 0.5) / deviation) };
}

/**
 * The centre of paired differences (the median of the means of all pairs of them: Hodges and Lehmann), and the interval of all
 * centres that the signed-rank test would not refuse on either side, so that test and interval say the same.
 */
export function centreOf(
  differences: readonly number[],
  confidence: number,
): { readonly centre: number; readonly low: number; readonly high: number } {
  const means: number[] = [];
  for (const [index, difference] of differences.entries())
    for (const other of differences.slice(index)) means.push((difference + other) / 2);
  means.sort((a, b) => a - b);
  const first = firstMean(differences.length, (1 - confidence) / 2);
  const at = (index: number): number => means[index] ?? Number.NaN;
  return {
    centre: median(means),
    low: first === 0 ? -Infinity : at(first - 1),
    high: first === 0 ? Infinity : at(means.length - first),
  };
}

/** Rank, from 1, of the mean at which the interval begins; 0 where no sum of ranks is as improbable as `tail`. */
function firstMean(n: number, tail: number): number {
  const ranks = Array.from({ length: n }, (_, index) => index + 1);
  const highest = (n * (n + 1)) / 2;
  let [low, high] = [-1, highest];
  // The largest sum of ranks that is no more probable than the tail.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const { lower } =
      n <= EXACT_UP_TO
        ? exactTails(
            ranks.map((rank) => 2 * rank),
            2 * middle,
          )
        : normalTails(middle, n, []);
    if (lower <= tail) low = middle;
    else high = middle;
  }
  return low + 1;
}
