import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { canSign, lockedWallet, unlockedUntil, whileUnlocked } from '../support/locked-wallet.ts';

export const walletlockRules: readonly Case[] = [
  rule({
    rule: ['walletlock/locks', 'walletlock/key-removed'],
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['walletpassphrase', 'signmessage', 'getwalletinfo', 'dumpprivkey'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      await whileUnlocked(t, wallet, async () => {
        t.ok(await canSign(t, wallet.address), 'the unlocked wallet does not sign a message');
        await t.result('walletlock');
        t.equal(await unlockedUntil(t), 0, 'unlocked_until after walletlock', { path: 'unlocked_until' });
        t.ok(!(await canSign(t, wallet.address)), 'the wallet signs a message after walletlock');
        const dumped = await t.call('dumpprivkey', { address: wallet.address });
        t.ok(!dumped.ok, 'dumpprivkey returned a key of the wallet after walletlock', { check: 'refusal' });
      });
    },
  }),
];
