import type { Trial } from '../../../engine/trial.ts';

/** Checks that a method succeeds for transactions in the pool only. */
export async function onlyInPool(t: Trial, method: 'getmempoolancestors' | 'getmempooldescendants' | 'getmempoolentry'): Promise<void> {
  const { txid: confirmed } = await t.world.use('confirmedSend');
  const { txids } = await t.world.use('unconfirmedChain');
  await t.result(method, { txid: t.random.pick(txids) });
  await t.refused(method, { txid: confirmed }, 'the transaction is in a block, not in the pool');
  await t.refused(method, { txid: t.random.hex(32) }, 'the pool has no such transaction');
}
