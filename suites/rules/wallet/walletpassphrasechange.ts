import { newPassphrase, notePassphrase } from '../../../fixtures/world/ingredients/encryption.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { canSign, lockedWallet, opens } from '../support/locked-wallet.ts';

export const walletpassphrasechangeRules: readonly Case[] = [
  rule({
    rule: 'walletpassphrasechange/replaced',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['walletpassphrase', 'signmessage'],
    run: async (t) => {
      const { passphrase, address } = await lockedWallet(t);
      const [next, wrong] = [newPassphrase(t.world), newPassphrase(t.world)];
      notePassphrase(t.world, next); // later cases must be able to unlock the wallet, whatever the result of this one
      await t.refused('walletpassphrasechange', { oldpassphrase: wrong, newpassphrase: next }, 'the old passphrase was wrong');
      t.ok(await opens(t, passphrase), 'the passphrase no longer unlocks the wallet after a refused walletpassphrasechange');
      await t.result('walletpassphrasechange', { oldpassphrase: passphrase, newpassphrase: next });
      try {
        t.ok(await opens(t, next), 'the new passphrase does not unlock the wallet');
        t.ok(!(await opens(t, passphrase)), 'the old passphrase still unlocks the wallet', { check: 'refusal' });
        t.ok(!(await canSign(t, address)), 'the wallet signs a message while it is locked');
      } finally {
        await t.call('walletpassphrasechange', { oldpassphrase: next, newpassphrase: passphrase });
      }
    },
  }),
];
