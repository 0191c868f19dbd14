import type { Random } from '../../fixtures/world/random.ts';
import type { CallSource, PreparedCall } from '../generator/types.ts';

/** Calls of one entry of a mix, and its share. */
export interface WeightedSource {
  readonly weight: number;
  readonly next: CallSource;
}

/** So many calls in a row have the shares of the weights, but for one call of each source. */
const STRATA = 64;

/**
 * Draws each call from one of the sources, by their weights: at random, and so that a short load has their shares, too. Ends as soon as the source that was drawn has no more calls:
 * going on without it would be another load.
 */
export function weightedMix(sources: readonly WeightedSource[], random: Random): CallSource {
  const [only] = sources;
  if (sources.length === 1 && only) return only.next;
  let total = 0;
  const bounds = sources.map(({ weight }) => (total += weight));
  let strata: number[] = [];
  return () => {
    if (strata.length === 0) strata = random.shuffled(Array.from({ length: STRATA }, (_, index) => index));
    const drawn = (((strata.pop() ?? 0) + random.next() / 2 ** 32) / STRATA) * total;
    return sources[bounds.findIndex((bound) => drawn < bound)]?.next();
  };
}

/** The calls in turn, from the first again after the last. */
export function inTurn(calls: readonly PreparedCall[]): CallSource {
  let next = 0;
  return () => {
    const call = calls[next];
    next = next + 1 === calls.length ? 0 : next + 1;
    return call;
  };
}
