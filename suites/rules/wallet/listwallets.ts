import type { Case } from '../../../engine/types.ts';
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
        for (const name of [first, second]) t.ok(names.includes(name), `the wallet ${name} is loaded, but not listed`);
        // Where there is one without a name, it answers by the path without a name.
        const unnamed = await t.answer('getwalletinfo', {}, { wallet: '' });
        if (unnamed.ok && unnamed.result.walletname === '') t.ok(names.includes(''), 'the wallet without a name is loaded, but not listed');
        for (const wallet of [first, second]) {
          const { walletname } = await t.result('getwalletinfo', {}, { wallet });
          t.equal(walletname, wallet, 'the name of the wallet that was called', { path: 'walletname' });
        }
      });
    },
  }),
];
