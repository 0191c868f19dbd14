import type { RandomSource } from '../../random.ts';

/** A coin that may be selected, with its effective value. */
export interface Candidate<Coin> {
  readonly coin: Coin;
  /** Satoshis, less the fee for spending the coin if the sender pays the fee. */
  readonly effectiveValueSat: bigint;
}

/** Smaller change is avoided, because spending it costs a large part of it. Satoshis. */
const MIN_CHANGE_SAT = 1_000_000n;
/** Maximum steps of the search for an exact match. */
const MAX_STEPS = 100_000;
/** Total number of coins examined in the random trials, and minimum and maximum number of trials. */
const KNAPSACK_STEPS = 200_000;
const KNAPSACK_ROUNDS = { min: 20, max: 1_000 } as const;

/**
 * Branch and bound: coins worth the target, or at most `toleranceSat` more, so that no change is needed. Returns the set
 * with the smallest excess that is found within the step limit; undefined if none is found.
 */
export function branchAndBound<Coin>(candidates: readonly Candidate<Coin>[], targetSat: bigint, toleranceSat: bigint): Coin[] | undefined {
  const pool = candidates
    .filter(({ effectiveValueSat }) => effectiveValueSat > 0n)
    .sort((a, b) => (a.effectiveValueSat < b.effectiveValueSat ? 1 : -1));
  // A double holds every sum of amounts exactly: the maximum supply takes 53 bits.
  const worth = pool.map(({ effectiveValueSat }) => Number(effectiveValueSat));
  const [target, most] = [Number(targetSat), Number(targetSat + toleranceSat)];
  let left = worth.reduce((sum, value) => sum + value, 0);
  if (target <= 0 || left < target) return undefined;
  const taken: boolean[] = [];
  let sum = 0;
  let best: { readonly taken: readonly boolean[]; readonly sum: number } | undefined;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const hit = sum >= target;
    if (hit && sum <= most && (best === undefined || sum < best.sum)) best = { taken: [...taken], sum };
    if (best?.sum === target) break;
    const isDeadEnd = hit || sum + left < target || taken.length === worth.length;
    if (!isDeadEnd) {
      const index = taken.length;
      // For two coins of equal value, omitting the first and taking the second is the same as the reverse.
      const isRepeat = index > 0 && taken[index - 1] === false && worth[index - 1] === worth[index];
      left -= worth[index]!;
      taken.push(!isRepeat);
      if (!isRepeat) sum += worth[index]!;
      continue;
    }
    // Backtrack to the last coin that was taken, and omit it.
    for (; taken.length > 0 && taken.at(-1) === false; taken.pop()) left += worth[taken.length - 1]!;
    if (taken.length === 0) break;
    sum -= worth[taken.length - 1]!;
    taken[taken.length - 1] = false;
  }
  return best && pool.filter((_, index) => best.taken[index] === true).map(({ coin }) => coin);
}

/**
 * Knapsack: coins worth exactly the target, or enough more for change. Tries random sets of the smaller coins, and takes
 * the smallest larger coin if that is closer. Undefined if all coins together are worth less than the target.
 */
export function knapsack<Coin>(candidates: readonly Candidate<Coin>[], targetSat: bigint, random: RandomSource): Coin[] | undefined {
  const enough = targetSat + MIN_CHANGE_SAT;
  const pool = shuffled(
    candidates.filter(({ effectiveValueSat }) => effectiveValueSat > 0n),
    random,
  );
  const exact = pool.find(({ effectiveValueSat }) => effectiveValueSat === targetSat);
  if (exact) return [exact.coin];
  const smaller = pool
    .filter(({ effectiveValueSat }) => effectiveValueSat < enough)
    .sort((a, b) => (a.effectiveValueSat < b.effectiveValueSat ? 1 : -1));
  const larger = pool.reduce<Candidate<Coin> | undefined>(
    (smallest, candidate) =>
      candidate.effectiveValueSat >= enough && (smallest === undefined || candidate.effectiveValueSat < smallest.effectiveValueSat)
        ? candidate
        : smallest,
    undefined,
  );
  const sum = total(smaller);
  if (sum === targetSat) return smaller.map(({ coin }) => coin);
  if (sum < targetSat) return larger && [larger.coin];
  let best = closestSet(smaller, targetSat, random);
  if (total(best) !== targetSat && sum >= enough) best = closestSet(smaller, enough, random);
  const bestSat = total(best);
  const isChangeTooSmall = bestSat !== targetSat && bestSat < enough;
  return larger && (isChangeTooSmall || larger.effectiveValueSat <= bestSat) ? [larger.coin] : best.map(({ coin }) => coin);
}

/** The set with the smallest sum not below the target that the random trials find; initially the whole pool. */
function closestSet<Coin>(pool: readonly Candidate<Coin>[], targetSat: bigint, random: RandomSource): readonly Candidate<Coin>[] {
  const worth = pool.map(({ effectiveValueSat }) => Number(effectiveValueSat));
  const target = Number(targetSat);
  let bestSum = worth.reduce((sum, value) => sum + value, 0);
  let best: Uint8Array = new Uint8Array(worth.length).fill(1);
  const { min, max } = KNAPSACK_ROUNDS;
  const rounds = Math.max(min, Math.min(max, Math.floor(KNAPSACK_STEPS / worth.length)));
  const bits = random.bytes(Math.ceil((rounds * worth.length) / 8));
  for (let round = 0; round < rounds && bestSum !== target; round++) {
    const firstBit = round * worth.length;
    const taken = new Uint8Array(worth.length);
    let sum = 0;
    // First pass: each coin with probability 1/2. Second pass: the others, until the target is reached.
    for (const pass of [1, 2]) {
      for (let i = 0; i < worth.length && sum < target; i++) {
        const bit = firstBit + i;
        const wanted = pass === 1 ? ((bits[bit >> 3]! >> (bit & 7)) & 1) === 1 : taken[i] === 0;
        if (!wanted) continue;
        sum += worth[i]!;
        taken[i] = 1;
        if (sum < target) continue;
        if (sum < bestSum) {
          bestSum = sum;
          best = taken.slice();
        }
        // A smaller coin may suffice in place of this one.
        if (sum > target && i + 1 < worth.length) {
          sum -= worth[i]!;
          taken[i] = 0;
        }
      }
      if (sum >= target) break;
    }
  }
  return pool.filter((_, index) => best[index] === 1);
}

function total<Coin>(pool: readonly Candidate<Coin>[]): bigint {
  return pool.reduce((sum, { effectiveValueSat }) => sum + effectiveValueSat, 0n);
}

/** A copy in random order. */
export function shuffled<T>(items: readonly T[], random: RandomSource): T[] {
  const list = [...items];
  for (let i = list.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    [list[i], list[other]] = [list[other]!, list[i]!];
  }
  return list;
}
