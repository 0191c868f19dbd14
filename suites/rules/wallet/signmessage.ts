import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { lockedWallet, whileUnlocked } from '../support/locked-wallet.ts';

export const signmessageRules: readonly Case[] = [
  rule({
    rule: 'signmessage/unlocked',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['walletpassphrase'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      const args = { address: wallet.address, message: `pyx ${t.random.word(8)}` };
      await t.refused('signmessage', args, 'the wallet is locked');
      await whileUnlocked(t, wallet, async () => {
        await t.result('signmessage', args);
      });
    },
  }),
];
