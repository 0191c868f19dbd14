import { METHOD_NOT_FOUND } from '../../fixtures/world/error-codes.ts';
import type { Trial } from '../../engine/trial.ts';

/** Runs `during` with a mocked clock of the node: `at` sets it, in seconds since 1970. Restores the real clock afterwards. */
export async function withMockTime<T>(t: Trial, during: (at: (timeS: number) => Promise<void>) => Promise<T>): Promise<T> {
  const nowS = Math.floor(Date.now() / 1000);
  const set = await t.world.service.call('setmocktime', { timestamp: nowS });
  if (set.type === 'error' && set.error.code === METHOD_NOT_FOUND) {
    t.inapplicable('the node has no setmocktime, and waiting takes too long');
  }
  try {
    return await during(async (timeS) => void (await t.world.result('setmocktime', { timestamp: timeS })));
  } finally {
    await t.world.result('setmocktime', { timestamp: 0 });
  }
}
