import type { Case } from '../../../engine/case.ts';
import { stringify } from '../../../client/wire-json.ts';
import { parseTransaction, txidOf } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';
import { rule } from '../rule.ts';

export const coindecoderawtransactionRules: readonly Case[] = [
  rule({
    rule: ['coindecoderawtransaction/decodes', 'coindecoderawtransaction/service-data'],
    effect: ['read'],
    uses: ['assetnew', 'gettransaction'],
    run: async (t) => {
      const { guid, txid } = await t.world.use('token');
      const { hex } = await t.result('gettransaction', { txid });
      const expected = txidOf(decoded(t, 'the transaction that created a token', () => parseTransaction(hex)));
      // The documents do not show the form of the result.
      const text = stringify(await t.world.result('coindecoderawtransaction', { hexstring: hex }));
      t.ok(text.includes(`"${expected}"`), `the result does not contain the txid ${expected} of the transaction`);
      t.ok(
        new RegExp(`[^0-9]${guid}[^0-9]`).test(text),
        `the result does not contain ${guid}, the number of the token in the service data`,
      );
    },
  }),
];
