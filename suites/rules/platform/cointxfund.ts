import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { unfundedBurn } from '../../../fixtures/world/ingredients/service-transactions.ts';
import { toPlain } from '../../../client/wire-json.ts';
import { Malformed, toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, type RawTransaction } from '../../../oracles/transaction.ts';
import type { Json } from '../../../specs/model/types.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { decoded } from '../../support/decoded.ts';
import { rule } from '../rule.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';

/** The texts within a value. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((member) => textsIn(member as Json)) : [];
}

/** The transaction in a result, whose form the documents do not show. */
function transactionIn(result: Json): RawTransaction | undefined {
  for (const text of textsIn(result)) {
    try {
      return parseTransaction(text);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
    }
  }
  return undefined;
}

async function valueSat(t: Trial, { txid, vout }: { readonly txid: string; readonly vout: number }): Promise<bigint> {
  const output = await t.result('gettxout', { txid, n: vout, include_mempool: true });
  return output === null ? 0n : amountSat(t, output.value, 'value');
}

const outputsOf = ({ outputs }: RawTransaction): string[] => outputs.map((output) => `${output.valueSat} ${toHex(output.script)}`);

export const cointxfundRules: readonly Case[] = [
  rule({
    rule: 'cointxfund/funds',
    effect: ['wallet'],
    uses: ['gettxout'],
    run: async (t) => {
      const { hex, address } = await unfundedBurn(t.world);
      const before = decoded(t, 'the unfunded transaction', () => parseTransaction(hex));
      for (const index of [undefined, 0]) {
        const args = { hexstring: hex, address, ...(index !== undefined && { output_index: index }) };
        const answer = await t.call('cointxfund', args);
        if (!answer.ok)
          return t.inapplicable(
            `the documents do not show the form of asset transactions, and the node refuses this one: ${answer.error.message}`,
          );
        const funded = transactionIn(toPlain(answer.result));
        if (!t.ok(funded !== undefined, 'the result contains no transaction')) return;
        const after = funded!;
        const kept = new Set(outputsOf(after));
        t.ok(
          outputsOf(before).every((output) => kept.has(output)),
          'an output of the transaction is changed or missing after funding',
        );
        const heldSat = sumSat(await Promise.all(after.inputs.map((input) => valueSat(t, input))));
        const paidSat = sumSat(after.outputs.map((output) => output.valueSat));
        t.ok(heldSat > paidSat, `the inputs have ${heldSat} satoshis, which do not cover the outputs of ${paidSat} and a fee`);
        const places = new Set(after.inputs.map(outpointText));
        t.ok(
          before.inputs.every(({ txid, vout }) => places.has(`${txid}:${vout}`)),
          'an input of the transaction is missing after funding',
        );
      }
    },
  }),
];
