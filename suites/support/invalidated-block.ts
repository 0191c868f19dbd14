import { METHOD_NOT_FOUND } from '../../fixtures/world/error-codes.ts';
import type { Trial } from '../../engine/trial.ts';

/** Invalidates a block while `during` runs, and reconsiders it afterwards. */
export async function whileInvalidated<T>(t: Trial, blockhash: string, during: () => Promise<T>): Promise<T> {
  const undone = await t.world.service.call('invalidateblock', { blockhash });
  if (undone.type === 'error' && undone.error.code === METHOD_NOT_FOUND) {
    t.inapplicable('the node has no invalidateblock, so no block can be removed from the main chain');
  }
  try {
    return await during();
  } finally {
    await t.world.result('reconsiderblock', { blockhash });
  }
}
