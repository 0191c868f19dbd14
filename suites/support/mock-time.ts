import { nodeClock } from '../../fixtures/world/node-clock.ts';
import type { Trial } from '../../engine/trial.ts';

/** Runs `during` with a mocked clock of the node: `at` sets it, in seconds since 1970. Puts the clock back afterwards. */
export async function withMockTime<T>(t: Trial, during: (at: (timeS: number) => Promise<void>) => Promise<T>): Promise<T> {
  const clock = nodeClock.of(t.world);
  try {
    await clock.set(Math.floor(Date.now() / 1000));
    return await during((timeS) => clock.set(timeS));
  } finally {
    await clock.putBack();
  }
}
