import type { Case } from '../../../engine/case.ts';
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
      t.equal(foreign.complete, false, 'complete when the only input does not belong to the wallet', { path: 'complete' });
      const named = (foreign.errors ?? []).map(({ txid, vout }) => [txid, vout]);
      t.equal(named, [[coin.txid, coin.vout]], 'the list of inputs in errors', { path: 'errors' });
      for (const { error } of foreign.errors ?? []) t.ok(error !== '', 'error of an item in errors is empty', { path: 'errors' });
      const { hex } = await t.world.use('unsignedTransaction');
      const own = await t.result('signrawtransactionwithwallet', { hexstring: hex });
      t.equal(own.complete, true, 'complete when all inputs belong to the wallet', { path: 'complete' });
      t.equal([...(own.errors ?? [])], [], 'errors when all inputs belong to the wallet', { path: 'errors' });
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
      // A locked wallet may refuse the call or sign no input.
      const locked = await t.answer('signrawtransactionwithwallet', { hexstring: hex });
      if (locked.ok) {
        t.equal(locked.result.complete, false, 'complete from a locked wallet', { path: 'complete' });
        t.equal(locked.result.hex, hex, 'hex from a locked wallet', { path: 'hex' });
      }
      await whileUnlocked(t, wallet, async () => {
        const { complete } = await t.result('signrawtransactionwithwallet', { hexstring: hex });
        t.equal(complete, true, 'complete from the unlocked wallet', { path: 'complete' });
      });
    },
  }),
];
