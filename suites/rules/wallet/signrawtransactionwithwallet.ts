import type { Case } from '../../../engine/types.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { lockedWallet, prepared, whileUnlocked } from '../support/locked-wallet.ts';
import { judgeSigningErrors } from '../support/signing-errors.ts';

export const signrawtransactionwithwalletRules: readonly Case[] = [
  rule({
    rule: ['signrawtransactionwithwallet/errors', 'signrawtransactionwithwallet/incomplete'],
    effect: ['read'],
    judges: ['x:signing-per-input'],
    run: async (t) => {
      const coin = await t.world.use('foreignCoin');
      const foreign = await t.result('signrawtransactionwithwallet', { hexstring: coin.spending });
      t.equal(foreign.complete, false, 'complete where the only input is not of the wallet', { path: 'complete' });
      const named = (foreign.errors ?? []).map(({ txid, vout }) => [txid, vout]);
      t.equal(named, [[coin.txid, coin.vout]], 'the inputs that errors names', { path: 'errors' });
      for (const { error } of foreign.errors ?? []) t.ok(error !== '', 'an item of errors does not say what is wrong', { path: 'errors' });
      const { hex } = await t.world.use('unsignedTransaction');
      const own = await t.result('signrawtransactionwithwallet', { hexstring: hex });
      t.equal(own.complete, true, 'complete where all inputs are of the wallet', { path: 'complete' });
      t.equal([...(own.errors ?? [])], [], 'errors where all inputs are of the wallet', { path: 'errors' });
    },
  }),
  row({
    table: 'errors',
    row: 'signing-per-input',
    method: 'signrawtransactionwithwallet',
    effect: ['read'],
    run: (t) => judgeSigningErrors(t, 'signrawtransactionwithwallet'),
  }),
  rule({
    rule: 'signrawtransactionwithwallet/unlocked',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['walletpassphrase'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      const { hex } = await prepared(t, wallet, () => t.world.fresh('unsignedTransaction'));
      // Refusing the call and signing no input are both ways to say that the wallet is locked.
      const locked = await t.answer('signrawtransactionwithwallet', { hexstring: hex });
      if (locked.ok) {
        t.equal(locked.result.complete, false, 'complete of what a locked wallet signs', { path: 'complete' });
        t.equal(locked.result.hex, hex, 'the transaction as a locked wallet gives it back', { path: 'hex' });
      }
      await whileUnlocked(t, wallet, async () => {
        const { complete } = await t.result('signrawtransactionwithwallet', { hexstring: hex });
        t.equal(complete, true, 'complete of what the unlocked wallet signs', { path: 'complete' });
      });
    },
  }),
];
