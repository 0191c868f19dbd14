import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';
import { withBareWallet } from '../support/own-wallet.ts';

export const rescanblockchainRules: readonly Case[] = [
  rule({
    rule: 'rescanblockchain/start',
    effect: ['wallet'],
    uses: ['getblockcount'],
    run: async (t) =>
      withBareWallet(t, async (wallet) => {
        await t.world.use('funds');
        const tip = await t.result('getblockcount');
        const whole = await t.result('rescanblockchain', {}, { wallet });
        t.equal(whole.start_height, 0, 'start_height without the argument', { path: 'start_height' });
        const start = tip - t.random.integer(0, 5);
        const part = await t.result('rescanblockchain', { start_height: start }, { wallet });
        t.equal(part.start_height, start, 'start_height with the argument', { path: 'start_height' });
      }),
  }),
  rule({
    rule: 'rescanblockchain/stop',
    effect: ['wallet'],
    uses: ['getblockcount'],
    run: async (t) =>
      withBareWallet(t, async (wallet) => {
        await t.world.use('funds');
        const tip = await t.result('getblockcount');
        const whole = await t.result('rescanblockchain', { start_height: tip - 5 }, { wallet });
        t.equal(whole.stop_height, tip, 'stop_height without the argument', { path: 'stop_height' });
        const stop = tip - t.random.integer(1, 4);
        const part = await t.result('rescanblockchain', { start_height: tip - 5, stop_height: stop }, { wallet });
        t.equal(part.stop_height, stop, 'stop_height with the argument', { path: 'stop_height' });
      }),
  }),
];
