import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import type { ListSinceBlockEntry } from '../../../specs/model/generated/wire.d.ts';
import { isInPool, tipHash } from '../../../fixtures/world/ingredients/chain-places.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { World } from '../../../fixtures/world/world.ts';
import type { Trial } from '../../../engine/trial.ts';
import { makeTransaction, REPLACEABLE } from './spending.ts';
import { entriesOf } from './wallet-entries.ts';

/** The transactions and blocks of a reorganisation of one block. */
export interface Reorganisation {
  /** Payment of the wallet in a block of both branches. */
  readonly before: string;
  /** Hash of the last block of both branches. */
  readonly forkPoint: string;
  /** Hash of the block that left the main chain. */
  readonly stale: string;
  /** Payment of the wallet that was in the block that left, and is in the first block of the new branch. */
  readonly readded: string;
}

/** Replaces a block with a payment by two other blocks, the first of which contains the payment again. */
export async function reorganise(world: World): Promise<Reorganisation> {
  const before = await world.fresh('confirmedSend');
  const payment = await world.fresh('unconfirmedSend');
  // Not the block of the first payment if coins for the second one had to be mined.
  const forkPoint = await tipHash(world);
  // To addresses outside the wallet, so that it has no entries for the coinbases.
  const [payee, otherPayee] = [await world.fresh('foreignKey'), await world.fresh('foreignKey')];
  const [stale = ''] = await world.mine(1, payee.addresses.bech32);
  await world.result('invalidateblock', { blockhash: stale });
  try {
    if (!(await isInPool(world, payment.txid))) await sendTransaction(world, payment.hex);
    await world.mine(2, otherPayee.addresses.bech32);
  } finally {
    // The other branch now has more work.
    await world.result('reconsiderblock', { blockhash: stale });
  }
  return { before: before.txid, forkPoint, stale, readded: payment.txid };
}

/** A payment to `address` in a block that left the main chain, in whose place the new branch has one that spends the same coin. */
export async function doubleSpent(world: World, address: string): Promise<{ readonly stale: string; readonly txid: string }> {
  const { txid: coinTxid, vout, amountSat } = await world.fresh('spendable');
  const feeSat = await feeFor(world);
  const { bech32: payee } = (await world.fresh('foreignKey')).addresses;
  const spent = [{ txid: coinTxid, vout, sequence: REPLACEABLE }];
  const first = await makeTransaction(world, spent, [[address, amountSat - feeSat]]);
  const second = await makeTransaction(world, spent, [[payee, amountSat - 10n * feeSat]]);
  const txid = await sendTransaction(world, first);
  const [stale = ''] = await world.mine(1, payee);
  await world.result('invalidateblock', { blockhash: stale });
  try {
    await sendTransaction(world, second); // replaces the first one, where that is in the pool again
    await world.mine(2, payee);
  } finally {
    await world.result('reconsiderblock', { blockhash: stale });
  }
  return { stale, txid };
}

/** A payment of the wallet whose block has left the main chain, so that it is in the pool again. */
export interface TakenBack {
  readonly comment: string;
  readonly commentTo: string;
  /** Its entries of category send, in both lists of `listsinceblock` since that block. */
  readonly listed: readonly ListSinceBlockEntry[];
  readonly removed: readonly ListSinceBlockEntry[];
}

/** Removes a block with a commented payment from the main chain. The block is restored at the end. */
export async function takenBack(t: Trial): Promise<TakenBack> {
  const { world } = t;
  await world.use('funds');
  const { addresses } = await world.fresh('foreignKey');
  const [comment, commentTo] = [`pyx ${t.random.word(12)}`, `pyx ${t.random.word(12)}`];
  const txid = await world.result('sendtoaddress', { address: addresses.bech32, amount: '0.1', comment, comment_to: commentTo });
  const [blockhash = ''] = await world.mine(1, (await world.fresh('foreignKey')).addresses.bech32);
  await world.result('invalidateblock', { blockhash });
  try {
    if (!(await isInPool(world, txid))) t.inapplicable('the node does not return transactions of a removed block to its pool');
    const { transactions, removed = [] } = await t.result('listsinceblock', {
      blockhash,
      target_confirmations: 1,
      include_watchonly: false,
      include_removed: true,
    });
    return { comment, commentTo, listed: entriesOf(t, transactions, txid, 'send'), removed: entriesOf(t, removed, txid, 'send') };
  } finally {
    await world.result('reconsiderblock', { blockhash });
  }
}
