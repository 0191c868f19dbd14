import type { RandomSource } from '../../random.ts';

/** A coin that may be chosen, with what it is worth to the transaction. */
export interface Candidate<Coin> {
  readonly coin: Coin;
  /** Satoshis; where the sender bears the fee, less that of spending the coin. */
  readonly worthSat: bigint;
}

/** Change of less than this is avoided: it would hardly be worth spending. In satoshis. */
const MIN_CHANGE_SAT = 1_000_000n;
/** Steps after which the search for an exact match gives up. */
const MAX_STEPS = 100_000;
/** Coins that the random trials look at in all, and how many trials there are at least and at most. */
const KNAPSACK_STEPS = 200_000;
const KNAPSACK_ROUNDS = { least: 20, most: 1_000 } as const;

/**
 * Branch and bound: coins worth the target, or more by at most `toleranceSat`, so that no change is needed. Of several
 * such sets the one with the least excess that is met within the steps allowed; undefined where none is met.
 */
export function branchAndBound<Coin>(candidates: readonly Candidate<Coin>[], targetSat: bigint, toleranceSat: bigint): Coin[] | undefined {
  const pool = candidates.filter(({ worthSat }) => worthSat > 0n).sort((a, b) => (a.worthSat < b.worthSat ? 1 : -1));
  // No sum of amounts is beyond what a double holds exactly: all money there is takes 53 bits.
  const worth = pool.map(({ worthSat }) => Number(worthSat));
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
      // Of coins of equal worth, leaving one out and taking the next is the same as the other way around.
      const isRepeat = index > 0 && taken[index - 1] === false && worth[index - 1] === worth[index];
      left -= worth[index]!;
      taken.push(!isRepeat);
      if (!isRepeat) sum += worth[index]!;
      continue;
    }
    // Back to the last coin that was taken, to leave it out.
    for (; taken.length > 0 && taken.at(-1) === false; taken.pop()) left += worth[taken.length - 1]!;
    if (taken.length === 0) break;
    sum -= worth[taken.length - 1]!;
    taken[taken.length - 1] = false;
  }
  return best && pool.filter((_, index) => best.taken[index] === true).map(({ coin }) => coin);
}

/**
 * Knapsack: coins worth the target or more, and if more then by enough for change. Tries random sets of the smaller
 * coins, and takes the smallest larger coin where that comes closer. Undefined where all together are worth less.
 */
export function knapsack<Coin>(candidates: readonly Candidate<Coin>[], targetSat: bigint, random: RandomSource): Coin[] | undefined {
  const enough = targetSat + MIN_CHANGE_SAT;
  const pool = shuffled(
    candidates.filter(({ worthSat }) => worthSat > 0n),
    random,
  );
  const exact = pool.find(({ worthSat }) => worthSat === targetSat);
  if (exact) return [exact.coin];
  const smaller = pool.filter(({ worthSat }) => worthSat < enough).sort((a, b) => (a.worthSat < b.worthSat ? 1 : -1));
  const larger = pool.reduce<Candidate<Coin> | undefined>(
    (least, one) => (one.worthSat >= enough && (least === undefined || one.worthSat < least.worthSat) ? one : least),
    undefined,
  );
  const sum = total(smaller);
  if (sum === targetSat) return smaller.map(({ coin }) => coin);
  if (sum < targetSat) return larger && [larger.coin];
  let best = closestSet(smaller, targetSat, random);
  if (total(best) !== targetSat && sum >= enough) best = closestSet(smaller, enough, random);
  const bestSat = total(best);
  const leavesTooLittle = bestSat !== targetSat && bestSat < enough;
  return larger && (leavesTooLittle || larger.worthSat <= bestSat) ? [larger.coin] : best.map(({ coin }) => coin);
}

/** The set with the least sum of the target or more that some hundreds of random trials come upon; all of it to begin with. */
function closestSet<Coin>(pool: readonly Candidate<Coin>[], targetSat: bigint, random: RandomSource): readonly Candidate<Coin>[] {
  const worth = pool.map(({ worthSat }) => Number(worthSat));
  const target = Number(targetSat);
  let bestSum = worth.reduce((sum, value) => sum + value, 0);
  let best: Uint8Array = new Uint8Array(worth.length).fill(1);
  const { least, most } = KNAPSACK_ROUNDS;
  const rounds = Math.max(least, Math.min(most, Math.floor(KNAPSACK_STEPS / worth.length)));
  const bits = random.bytes(Math.ceil((rounds * worth.length) / 8));
  for (let round = 0; round < rounds && bestSum !== target; round++) {
    const firstBit = round * worth.length;
    const taken = new Uint8Array(worth.length);
    let sum = 0;
    // First a coin with a chance of one half each, then all that were not taken, until the target is reached.
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
        // Perhaps a smaller one does in place of this one.
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
  return pool.reduce((sum, { worthSat }) => sum + worthSat, 0n);
}

/** In an order of chance. */
export function shuffled<T>(items: readonly T[], random: RandomSource): T[] {
  const list = [...items];
  for (let i = list.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    [list[i], list[other]] = [list[other]!, list[i]!];
  }
  return list;
}
