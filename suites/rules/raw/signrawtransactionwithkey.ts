import type { Case } from '../../../engine/case.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { decodedTransaction } from '../../support/decoded.ts';
import { judgeRedeemScript } from '../support/redeem-script.ts';
import { judgeSigningErrors, unsignedSpend } from '../support/signing-errors.ts';

export const signrawtransactionwithkeyRules: readonly Case[] = [
  rule({
    rule: 'signrawtransactionwithkey/errors-member',
    effect: ['read'],
    run: (t) => judgeSigningErrors(t, 'signrawtransactionwithkey'),
  }),
  row({
    table: 'errors',
    row: 'signing-per-input',
    method: 'signrawtransactionwithkey',
    effect: ['read'],
    run: (t) => judgeSigningErrors(t, 'signrawtransactionwithkey'),
  }),
  rule({
    rule: 'signrawtransactionwithkey/only-these-keys',
    effect: ['read'],
    run: async (t) => {
      const own = await t.world.fresh('spendable');
      const foreign = await t.world.fresh('foreignCoin');
      const hexstring = await unsignedSpend(t, [own, foreign], own.amountSat / 2n);
      const { hex, complete } = await t.result('signrawtransactionwithkey', { hexstring, privkeys: [foreign.key.wif] });
      const inputs = decodedTransaction(t, hex).inputs;
      const signed = inputs.map(({ scriptSig, witness }) => scriptSig.length + witness.length > 0);
      t.equal(signed, [false, true], 'the list of "is signed" for the inputs (first: key of the wallet, second: given key)', {
        path: 'hex',
      });
      t.equal(complete, false, 'complete for a transaction that also needs a key of the wallet', { path: 'complete' });
    },
  }),
  rule({
    rule: 'signrawtransactionwithkey/prevtxs-null',
    effect: ['read'],
    run: async (t) => {
      const { spending: hexstring, key } = await t.world.use('foreignCoin');
      const { complete } = await t.result('signrawtransactionwithkey', [hexstring, [key.wif], null]);
      t.equal(complete, true, 'complete with null for prevtxs and a coin that the node knows', { path: 'complete' });
    },
  }),
  rule({
    rule: 'signrawtransactionwithkey/redeem-script',
    effect: ['read'],
    run: (t) => judgeRedeemScript(t, 'signrawtransactionwithkey'),
  }),
];
