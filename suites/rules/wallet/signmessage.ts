import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { lockedWallet, whileUnlocked } from '../support/locked-wallet.ts';
import { addressIn, withWallet } from '../support/own-wallet.ts';

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
  // A wallet without a passphrase is never locked.
  rule({
    rule: 'signmessage/unlocked',
    case: 'unencrypted',
    effect: ['wallet'],
    uses: ['walletpassphrase', 'walletpassphrasechange', 'walletlock'],
    run: (t) =>
      withWallet(t, async (wallet) => {
        const address = await addressIn(t.world, wallet, 'legacy');
        const passphrase = `pyx ${t.random.word(8)}`;
        await t.call('walletpassphrase', { passphrase, timeout: 60 }, { wallet });
        await t.call('walletpassphrasechange', { oldpassphrase: passphrase, newpassphrase: `${passphrase}2` }, { wallet });
        await t.call('walletlock', {}, { wallet });
        await t.result('signmessage', { address, message: `pyx ${t.random.word(8)}` }, { wallet });
      }),
  }),
];
