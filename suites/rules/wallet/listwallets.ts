import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { withBareWallet } from '../support/own-wallet.ts';

export const listwalletsRules: readonly Case[] = [
  rule({
    rule: 'listwallets/several',
    effect: ['wallet'],
    uses: ['getwalletinfo'],
    run: async (t) => {
      const { name: first } = await t.world.use('wallet');
      await withBareWallet(t, async (second) => {
        const names = await t.result('listwallets');
        for (const name of [first, second]) t.ok(names.includes(name), `listwallets does not list the loaded wallet ${name}`);
        // A loaded wallet without a name answers at the path without a name.
        const unnamed = await t.answer('getwalletinfo', {}, { wallet: '' });
        if (unnamed.ok && unnamed.result.walletname === '')
          t.ok(names.includes(''), 'listwallets does not list the loaded wallet without a name');
        for (const wallet of [first, second]) {
          const { walletname } = await t.result('getwalletinfo', {}, { wallet });
          t.equal(walletname, wallet, 'walletname of the called wallet', { path: 'walletname' });
        }
      });
    },
  }),
];
