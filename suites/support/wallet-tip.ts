import type { Trial } from '../../engine/trial.ts';

/** Nodes of the family answer this call only once the wallet knows the tip. importprunedfunds and rescanblockchain do not wait for that. */
export async function knowsTip(t: Trial, wallet: string): Promise<void> {
  await t.world.result('listtransactions', {}, { wallet });
}
