import { tipHeight } from '../../../fixtures/world/ingredients/chain-places.ts';
import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { Services } from '../../../specs/model/generated/wire.d.ts';
import { payFromTrial, randomAmountSat } from '../../support/payments.ts';
import { knowsTip } from '../../support/wallet-tip.ts';
import { rule } from '../rule.ts';
import { lists, withBareWallet } from '../support/own-wallet.ts';

/**
 * Pays an address in a block before it is imported. A rescan with the arguments that `beside` makes of the block's height
 * must not find the payment, and one without arguments must.
 */
async function findsPayment(t: Trial, beside: (height: number) => Services['rescanblockchain']['named']): Promise<void> {
  await withBareWallet(t, async (wallet) => {
    const { addresses } = await t.world.fresh('foreignKey');
    const { txid } = await payFromTrial(t, [{ address: addresses.legacy, amountSat: randomAmountSat(t) }]);
    const { address: unowned } = await t.world.use('unownedAddress');
    await t.world.mine(1, unowned);
    const height = await tipHeight(t.world);
    await t.world.mine(t.random.integer(1, 3), unowned);
    await t.world.result('importaddress', { address: addresses.legacy, label: newLabel(t.world), rescan: false }, { wallet });
    await knowsTip(t, wallet);
    const args = beside(height);
    await t.result('rescanblockchain', args, { wallet });
    const what = `the payment to a watched address in block ${height}`;
    t.ok(!(await lists(t, wallet, txid)), `the wallet lists ${what} after a rescan with ${JSON.stringify(args)}`);
    await t.result('rescanblockchain', {}, { wallet });
    t.ok(await lists(t, wallet, txid), `the wallet does not list ${what} after a rescan without arguments`);
  });
}

export const rescanblockchainRules: readonly Case[] = [
  rule({
    rule: 'rescanblockchain/start',
    effect: ['wallet'],
    uses: ['getblockcount', 'listtransactions'],
    run: async (t) =>
      withBareWallet(t, async (wallet) => {
        await t.world.use('funds');
        const tip = await t.result('getblockcount');
        await knowsTip(t, wallet);
        const whole = await t.result('rescanblockchain', {}, { wallet });
        t.equal(whole.start_height, 0, 'start_height without the argument', { path: 'start_height' });
        const start = tip - t.random.integer(0, 5);
        const part = await t.result('rescanblockchain', { start_height: start }, { wallet });
        t.equal(part.start_height, start, 'start_height with the argument', { path: 'start_height' });
      }),
  }),
  rule({
    rule: 'rescanblockchain/start',
    case: 'found',
    effect: ['wallet', 'chain'],
    uses: ['importaddress', 'listtransactions'],
    run: (t) => findsPayment(t, (height) => ({ start_height: height + 1 })),
  }),
  rule({
    rule: 'rescanblockchain/stop',
    effect: ['wallet'],
    uses: ['getblockcount', 'listtransactions'],
    run: async (t) =>
      withBareWallet(t, async (wallet) => {
        await t.world.use('funds');
        const tip = await t.result('getblockcount');
        await knowsTip(t, wallet);
        const whole = await t.result('rescanblockchain', { start_height: tip - 5 }, { wallet });
        t.equal(whole.stop_height, tip, 'stop_height without the argument', { path: 'stop_height' });
        const stop = tip - t.random.integer(1, 4);
        const part = await t.result('rescanblockchain', { start_height: tip - 5, stop_height: stop }, { wallet });
        t.equal(part.stop_height, stop, 'stop_height with the argument', { path: 'stop_height' });
      }),
  }),
  rule({
    rule: 'rescanblockchain/stop',
    case: 'beyond-the-tip',
    effect: ['wallet'],
    uses: ['getblockcount', 'listtransactions'],
    run: async (t) =>
      withBareWallet(t, async (wallet) => {
        const tip = await t.result('getblockcount');
        await knowsTip(t, wallet);
        const beyond = await t.answer('rescanblockchain', { start_height: tip + 2 }, { wallet });
        if (beyond.ok)
          t.equal(beyond.result.stop_height, tip, 'stop_height without the argument, for a start two blocks above the tip', {
            path: 'stop_height',
          });
        // Whether it is refused is open, and not that it is answered in time.
        await t.call('rescanblockchain', { start_height: 0, stop_height: 2_147_483_647 }, { wallet });
        t.judged();
      }),
  }),
  rule({
    rule: 'rescanblockchain/stop',
    case: 'found',
    effect: ['wallet', 'chain'],
    uses: ['importaddress', 'listtransactions'],
    run: (t) => findsPayment(t, (height) => ({ start_height: 0, stop_height: height - 1 })),
  }),
];
