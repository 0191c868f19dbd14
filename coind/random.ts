import { randomBytes, randomInt } from 'node:crypto';

export interface RandomSource {
  bytes(count: number): Buffer;
  /** Whole number from 0 to below `limit`. */
  below(limit: number): number;
}

/** Randomness fit for keys. */
export const secureRandom: RandomSource = {
  bytes: (count) => randomBytes(count),
  below: (limit) => randomInt(limit),
};
