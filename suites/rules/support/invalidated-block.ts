import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import type { Trial } from '../../../engine/trial.ts';

/** Takes a block off the main chain for as long as something is done. */
export async function whileInvalidated<T>(t: Trial, blockhash: string, during: () => Promise<T>): Promise<T> {
  const undone = await t.world.service.call('invalidateblock', { blockhash });
  if (undone.type === 'error' && undone.error.code === METHOD_NOT_FOUND) {
    t.inapplicable('the node has no invalidateblock, so no block can be taken off the main chain');
  }
  try {
    return await during();
  } finally {
    await t.world.result('reconsiderblock', { blockhash });
  }
}
