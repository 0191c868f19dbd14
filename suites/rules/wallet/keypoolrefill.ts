import type { Case } from '../../../engine/case.ts';
import { row } from '../row.ts';
import { withWallet } from '../support/own-wallet.ts';

export const keypoolrefillRules: readonly Case[] = [
  row({
    table: 'limits',
    row: 'keypool-size',
    // The other profiles start nodes with a small key pool.
    profile: 'own-keypool',
    effect: ['wallet'],
    uses: ['getwalletinfo'],
    run: async (t) =>
      withWallet(t, async (wallet) => {
        // A node may fill the pool when it makes the wallet: only a pool that lacks a key shows the size of a refill.
        await t.world.result('getnewaddress', {}, { wallet });
        await t.result('keypoolrefill', {}, { wallet });
        const { keypoolsize } = await t.result('getwalletinfo', {}, { wallet });
        t.equal(keypoolsize, 100, 'keypoolsize after keypoolrefill without a size', { path: 'keypoolsize' });
      }),
  }),
];
