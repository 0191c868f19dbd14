import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import type { Trial } from '../../../engine/trial.ts';

/** Does something with the node's clock under control: `at` sets it, in seconds since 1970. It goes by itself again afterwards. */
export async function withMockTime<T>(t: Trial, during: (at: (timeS: number) => Promise<void>) => Promise<T>): Promise<T> {
  const nowS = Math.floor(Date.now() / 1000);
  const set = await t.world.service.call('setmocktime', { timestamp: nowS });
  if (set.type === 'error' && set.error.code === METHOD_NOT_FOUND) {
    t.inapplicable('the node has no setmocktime, and waiting for the time to pass takes too long');
  }
  try {
    return await during(async (timeS) => void (await t.world.result('setmocktime', { timestamp: timeS })));
  } finally {
    await t.world.result('setmocktime', { timestamp: 0 });
  }
}
