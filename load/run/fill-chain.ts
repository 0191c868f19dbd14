import type { World } from '../../fixtures/world/world.ts';
import type { WorldFill } from '../scenario/types.ts';

/** Payments that a fill takes. */
export const paymentsOf = ({ blocks, transactionsPerBlock, poolTransactions }: WorldFill): number =>
  blocks * transactionsPerBlock + poolTransactions;

/**
 * Mines blocks full of payments and leaves some in the memory pool, so that reads have something to read. `payments` are
 * signed transactions, as many as `paymentsOf` counts. Throws `WorldError`.
 */
export async function fillChain(
  world: World,
  { blocks, transactionsPerBlock, poolTransactions }: WorldFill,
  payments: AsyncIterator<string>,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    await submit(transactionsPerBlock);
    await world.mine(1);
    onProgress(block + 1, blocks);
  }
  await submit(poolTransactions);

  async function submit(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent++) {
      const { value, done } = await payments.next();
      if (done === true) throw new Error('fewer payments were prepared than the chain is filled with');
      await world.result('sendrawtransaction', { hexstring: value });
    }
  }
}
