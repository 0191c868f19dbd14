import { randomBytes, randomInt } from 'node:crypto';
import type { RandomSource } from './node-context.ts';

/** Randomness fit for keys. */
export const secureRandom: RandomSource = {
  bytes: (count) => randomBytes(count),
  below: (limit) => randomInt(limit),
};
