import type { Wire } from '../../../specs/model/wire.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/types.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { withBareWallet, withWallet } from '../support/own-wallet.ts';
import { inFundedWallet } from '../support/funded-wallet.ts';

interface Rescanned {
  readonly start_height: number;
  readonly stop_height: number;
}

export const scanningRules: readonly Case[] = [
  rule({
    rule: 'rescanblockchain/start',
    effect: ['wallet'],
    run: async (t) =>
      withBareWallet(t, async (wallet) => {
        await t.world.use('funds');
        const tip = await t.result<number>('getblockcount');
        const whole = await t.result<Rescanned>('rescanblockchain', {}, { wallet });
        t.equal(whole.start_height, 0, 'start_height where none was given', { path: 'start_height' });
        const start = tip - t.random.integer(0, 5);
        const part = await t.result<Rescanned>('rescanblockchain', { start_height: start }, { wallet });
        t.equal(part.start_height, start, 'start_height where one was given', { path: 'start_height' });
      }),
  }),
  rule({
    rule: 'rescanblockchain/stop',
    effect: ['wallet'],
    run: async (t) =>
      withBareWallet(t, async (wallet) => {
        await t.world.use('funds');
        const tip = await t.result<number>('getblockcount');
        const whole = await t.result<Rescanned>('rescanblockchain', { start_height: tip - 5 }, { wallet });
        t.equal(whole.stop_height, tip, 'stop_height where none was given', { path: 'stop_height' });
        const stop = tip - t.random.integer(1, 4);
        const part = await t.result<Rescanned>('rescanblockchain', { start_height: tip - 5, stop_height: stop }, { wallet });
        t.equal(part.stop_height, stop, 'stop_height where one was given', { path: 'stop_height' });
      }),
  }),
  rule({
    rule: 'removeprunedfunds/balances',
    effect: ['wallet', 'chain'],
    run: async (t) => {
      const amountSat = BigInt(t.random.integer(10_000_000, 90_000_000));
      await inFundedWallet(t, [amountSat], async ({ name: wallet, outputs }) => {
        const balance = (): Promise<Wire> => t.result('getbalance', {}, { wallet });
        t.equal(await balance(), formatSat(amountSat), 'the balance before');
        await t.result('removeprunedfunds', { txid: outputs[0]?.txid }, { wallet });
        t.equal(await balance(), formatSat(0n), 'the balance after the only transaction was deleted');
      });
    },
  }),
  row({
    table: 'limits',
    row: 'keypool-size',
    // The other nodes are started with a small pool, which this is not to find again.
    profile: 'own-keypool',
    effect: ['wallet'],
    run: async (t) =>
      withWallet(t, async (wallet) => {
        await t.result('keypoolrefill', {}, { wallet });
        const { keypoolsize } = await t.result<{ keypoolsize: number }>('getwalletinfo', {}, { wallet });
        t.equal(keypoolsize, 100, 'the size of the key pool after it was filled without a size', { path: 'keypoolsize' });
      }),
  }),
];
