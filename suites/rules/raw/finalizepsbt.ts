import type { Case } from '../../../engine/case.ts';
import { parseTransaction, txidOf } from '../../../oracles/transaction.ts';
import { rule } from '../rule.ts';
import { decoded } from '../../support/decoded.ts';
import { readPsbt } from '../support/psbt.ts';

export const finalizepsbtRules: readonly Case[] = [
  rule({
    rule: 'finalizepsbt/hex',
    effect: ['read'],
    run: async (t) => {
      const { signed } = await t.world.use('psbts');
      for (const args of [{ psbt: signed }, { psbt: signed, extract: true }]) {
        const { hex } = await t.result('finalizepsbt', args);
        if (
          !t.ok(hex !== undefined, 'hex is missing, although the PSBT is fully signed and extract is true', { path: 'hex' }) ||
          hex === undefined
        )
          continue;
        const transaction = decoded(t, 'the extracted transaction', () => parseTransaction(hex));
        t.equal(txidOf(transaction), txidOf(readPsbt(t, signed).transaction), 'the txid of the extracted transaction', { path: 'hex' });
        t.ok(
          transaction.inputs.every(({ scriptSig, witness }) => scriptSig.length + witness.length > 0),
          'an input of the extracted transaction is not signed',
          { path: 'hex' },
        );
      }
    },
  }),
  rule({
    rule: 'finalizepsbt/psbt',
    effect: ['read'],
    run: async (t) => {
      const { signed, updated } = await t.world.use('psbts');
      const expected = txidOf(readPsbt(t, signed).transaction);
      for (const [args, complete] of [
        [{ psbt: signed, extract: false }, true],
        [{ psbt: updated, extract: true }, false],
      ] as const) {
        const answer = await t.result('finalizepsbt', args);
        t.equal(answer.complete, complete, 'complete', { path: 'complete' });
        if (
          !t.ok(answer.psbt !== undefined, 'psbt is missing, although the transaction was not extracted', { path: 'psbt' }) ||
          answer.psbt === undefined
        )
          continue;
        const { transaction, inputs } = readPsbt(t, answer.psbt);
        t.equal(txidOf(transaction), expected, 'the txid of the returned PSBT', { path: 'psbt' });
        const finished = inputs.every((input) => input.finalScriptSig !== undefined || input.finalWitness !== undefined);
        t.equal(finished, complete, '"all inputs are finalized" of the returned PSBT', { path: 'psbt' });
      }
    },
  }),
];
