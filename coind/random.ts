import { randomBytes, randomInt } from 'node:crypto';

export interface RandomSource {
  bytes(count: number): Buffer;
  /** Integer from 0 to `limit - 1`. */
  below(limit: number): number;
}

/** Cryptographically secure: fit for keys. */
export const secureRandom: RandomSource = {
  bytes: (count) => randomBytes(count),
  below: (limit) => randomInt(limit),
};
