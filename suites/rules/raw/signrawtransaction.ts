import type { Case } from '../../../engine/case.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { lockedWallet, prepared, whileUnlocked } from '../support/locked-wallet.ts';
import { judgeRedeemScript } from '../support/redeem-script.ts';
import { judgeSigningErrors } from '../support/signing-errors.ts';

export const signrawtransactionRules: readonly Case[] = [
  rule({ rule: 'signrawtransaction/errors-member', effect: ['read'], run: (t) => judgeSigningErrors(t, 'signrawtransaction') }),
  row({
    table: 'errors',
    row: 'signing-per-input',
    method: 'signrawtransaction',
    effect: ['read'],
    run: (t) => judgeSigningErrors(t, 'signrawtransaction'),
  }),
  rule({ rule: 'signrawtransaction/redeem-script', effect: ['read'], run: (t) => judgeRedeemScript(t, 'signrawtransaction') }),
  rule({
    rule: 'signrawtransaction/unlocked-wallet',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['walletpassphrase', 'walletlock'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      const { hex } = await prepared(t, wallet, () => t.world.fresh('unsignedTransaction'));
      await t.refused('signrawtransaction', { hexstring: hex }, 'the wallet is locked');
      await whileUnlocked(t, wallet, async () => {
        const { complete } = await t.result('signrawtransaction', { hexstring: hex });
        t.equal(complete, true, 'complete with the wallet unlocked', { path: 'complete' });
      });
    },
  }),
];
