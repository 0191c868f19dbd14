import { formatSat } from '../../../client/wire-json.ts';
import { isInPool } from '../../../fixtures/world/ingredients/chain-places.ts';
import type { Trial } from '../../../engine/trial.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { inFundedWallet } from './funded-wallet.ts';

const COIN_SAT = 50_000_000n;
/** A wallet that lists a replaced coin for longer does so for good. */
const REPLACED_MS = 5_000;

/**
 * Runs `use` with a wallet whose only coin is the change of an unconfirmed replacement by `bumpfee`. Afterwards the
 * replacement is confirmed, so that the coin is safe, and `then` is run.
 */
export async function withReplacementOnly(
  t: Trial,
  use: (wallet: string, txid: string) => Promise<void>,
  then: (wallet: string) => Promise<void>,
): Promise<void> {
  await inFundedWallet(t, [COIN_SAT], async ({ name: wallet }) => {
    const { world } = t;
    const { addresses } = await world.fresh('foreignKey');
    const pay = { address: addresses.bech32, amount: formatSat(BigInt(t.random.integer(5_000_000, 9_000_000))), replaceable: true };
    const original = await world.result('sendtoaddress', pay, { wallet });
    const { txid } = await world.result('bumpfee', { txid: original }, { wallet });
    if (!(await isInPool(world, txid))) t.inapplicable('the memory pool of this node replaces no transaction');
    let unspent = await t.result('listunspent', { minconf: 0 }, { wallet });
    // A node of this family tells its wallets a moment later that the pool has replaced a transaction.
    await holdsWithin(t, REPLACED_MS, async () => {
      if (unspent.every((item) => item.txid !== original)) return true;
      unspent = await t.result('listunspent', { minconf: 0 }, { wallet });
      return false;
    });
    t.equal(
      unspent.map((item) => [item.txid, item.safe]),
      [[txid, false]],
      'the list of outputs of the wallet with safe',
    );
    await use(wallet, txid);
    await world.mine(1, (await world.use('unownedAddress')).address);
    await then(wallet);
  });
}
