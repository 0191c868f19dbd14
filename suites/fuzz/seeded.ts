import type { Random } from 'fast-check';
import { fastCheckRandom } from '../../fixtures/world/fast-check-random.ts';

/** fast-check's random numbers from the generator of the trial: the same seed and place give the same values on every machine. */
export function seeded(seed: number, place: string): Random {
  return fastCheckRandom(`${seed}/fuzz/${place}`);
}
