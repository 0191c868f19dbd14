import { isInPool } from '../../../fixtures/world/ingredients/unconfirmed.ts';
import type { World } from '../../../fixtures/world/world.ts';

/** What a reorganisation of one block left behind. */
export interface Reorganisation {
  /** Payment of the wallet in a block that both branches have. */
  readonly before: string;
  /** Hash of the last block that both branches have. */
  readonly forkPoint: string;
  /** Hash of the block that left the main chain. */
  readonly stale: string;
  /** Payment of the wallet that stood in the block that left, and stands in the first block of the new branch. */
  readonly readded: string;
}

/** Has a block with a payment leave the main chain for two others, of which the first holds the payment again. */
export async function reorganise(world: World): Promise<Reorganisation> {
  const before = await world.fresh('confirmedSend');
  const payment = await world.fresh('unconfirmedSend');
  // Not the block of the first payment where coins for the second had to be made.
  const forkPoint = await world.result<string>('getbestblockhash');
  // To nobody in the wallet, so that it has no entries for the coinbases.
  const [one, other] = [await world.fresh('foreignKey'), await world.fresh('foreignKey')];
  const [stale = ''] = await world.mine(1, one.addresses.bech32);
  await world.result('invalidateblock', { blockhash: stale });
  try {
    if (!(await isInPool(world, payment.txid))) await world.result('sendrawtransaction', { hexstring: payment.hex });
    await world.mine(2, other.addresses.bech32);
  } finally {
    // The other branch has more work by now.
    await world.result('reconsiderblock', { blockhash: stale });
  }
  return { before: before.txid, forkPoint, stale, readded: payment.txid };
}
