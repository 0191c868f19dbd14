import { normalUpperTail } from './normal.ts';
import { doubledRanks, keepingLast } from './ranks.ts';

/** `less`: the first sample tends to smaller values. */
export type Alternative = 'two-sided' | 'less' | 'greater';

export interface MannWhitney {
  /** How many pairs of a value of each sample have the larger one in the first; equal ones count half. */
  readonly u: number;
  /** Probability of a U at least as extreme if both samples came from one distribution. */
  readonly p: number;
  /** `exact`: all ways to divide the values were counted, ties included. `normal`: approximation with corrections for ties and continuity. */
  readonly method: 'exact' | 'normal';
}

/** Beyond, counting takes too long. */
const EXACT_UP_TO = 60;

/**
 * The rank-sum test of Mann, Whitney and Wilcoxon. Up to so many values in both samples together the probability is counted out. Throws `RangeError` for an empty sample.
 */
export function mannWhitney(
  first: readonly number[],
  second: readonly number[],
  alternative: Alternative = 'two-sided',
  exactUpTo = EXACT_UP_TO,
): MannWhitney {
  if (first.length === 0 || second.length === 0) throw new RangeError('the test needs values in both samples');
  const { ranks2, ties } = doubledRanks([...first, ...second]);
  const sum2 = ranks2.slice(0, first.length).reduce((sum, rank) => sum + rank, 0);
  const u = (sum2 - first.length * (first.length + 1)) / 2;
  const isExact = ranks2.length <= exactUpTo;
  const tails = isExact ? exactTails(ranks2, first.length, sum2) : normalTails(u, first.length, second.length, ties);
  const p =
    alternative === 'two-sided' ? Math.min(1, 2 * Math.min(tails.lower, tails.upper)) : alternative === 'less' ? tails.lower : tails.upper;
  return { u, p, method: isExact ? 'exact' : 'normal' };
}

/** Probabilities of a U at most, and at least, as large as the one that was found. */
interface Tails {
  readonly lower: number;
  readonly upper: number;
}

function exactTails(ranks2: readonly number[], size: number, observed2: number): Tails {
  let [lower, upper, all] = [0, 0, 0];
  for (const [sum, count] of waysOf(ranks2, size).entries()) {
    all += count;
    if (sum <= observed2) lower += count;
    if (sum >= observed2) upper += count;
  }
  return { lower: lower / all, upper: upper / all };
}

/** Counts, for every sum of ranks, in how many ways the first sample can have it. */
const waysOf = keepingLast((ranks2: readonly number[], size: number): Float64Array => {
  const highest = ranks2.reduce((sum, rank) => sum + rank, 0);
  // Below 2^53 for up to 56 values; beyond, what is rounded is far below what a probability shows.
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(highest + 1));
  (ways[0] as Float64Array)[0] = 1;
  for (const rank of ranks2) {
    for (let chosen = size; chosen > 0; chosen--) {
      const [to, from] = [ways[chosen] as Float64Array, ways[chosen - 1] as Float64Array];
      for (let sum = highest; sum >= rank; sum--) to[sum] = (to[sum] ?? 0) + (from[sum - rank] ?? 0);
    }
  }
  return ways[size] as Float64Array;
});

function normalTails(u: number, first: number, second: number, ties: readonly number[]): Tails {
  const n = first + second;
  const tied = ties.reduce((sum, count) => sum + count ** 3 - count, 0) / (n * (n - 1));
  const deviation = Math.sqrt(((first * second) / 12) * (n + 1 - tied));
  // All values are equal: nothing speaks against one distribution.
  if (deviation === 0) return { lower: 1, upper: 1 };
  const centre = (first * second) / 2;
  return { lower: normalUpperTail((centre - u - 0.5) / deviation), upper: normalUpperTail((u - centre - 0.5) / deviation) };
}
