import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { verifyInput } from '../../../oracles/input-signature.ts';
import { scriptParts } from '../../../oracles/script.ts';
import { present } from '../../support/present.ts';
import { foreignAddress } from '../../support/payments.ts';
import { rule } from '../rule.ts';
import { decoded, decodedTransaction } from '../../support/decoded.ts';
import { rawTransaction } from '../support/raw-transaction.ts';

/** An ECDSA signature in DER with its type byte. */
const SIGNATURE_BYTES = { least: 60, most: 73 } as const;

function signatures(t: Trial, hex: string): string[] {
  const { scriptSig } = present(t, decodedTransaction(t, hex).inputs[0], 'the transaction has no input');
  const pushes = decoded(t, 'the scriptSig', () => scriptParts(scriptSig)).flatMap(({ push }) => (push ? [push] : []));
  // The redeem script of two keys has a similar size, but begins with a number.
  return pushes
    .filter((push) => push[0] === 0x30 && push.length >= SIGNATURE_BYTES.least && push.length <= SIGNATURE_BYTES.most)
    .map(toHex);
}

export const combinerawtransactionRules: readonly Case[] = [
  rule({
    rule: 'combinerawtransaction/signed-in-part-or-full',
    effect: ['read'],
    uses: ['getrawtransaction'],
    run: async (t) => {
      const { unsigned, copies } = await t.world.fresh('partlySigned');
      const [first, second] = copies;
      const inPart = await t.result('combinerawtransaction', { txs: [unsigned, first] });
      t.equal(signatures(t, inPart), signatures(t, first), 'the signatures after merging a signed with an unsigned copy');
      const input = present(t, decodedTransaction(t, unsigned).inputs[0], 'the transaction has no input');
      const spent = present(
        t,
        (await rawTransaction(t, input.txid)).outputs[input.vout],
        'the input spends an output that the previous transaction does not have',
      );
      for (const txs of [
        [first, second],
        [second, first],
      ]) {
        const hex = await t.result('combinerawtransaction', { txs });
        const whole = decodedTransaction(t, hex);
        const verdict = decoded(t, 'the merged transaction', () => verifyInput(whole, 0, spent));
        t.ok(
          verdict.valid,
          `the merged transaction is not fully signed, although the copies hold all signatures: ${verdict.valid ? '' : verdict.problem}`,
        );
        const again = await t.result('combinerawtransaction', { txs: [unsigned, hex, ...txs] });
        t.equal(again, hex, 'the transaction that is merged from a fully signed copy and those that it was merged from');
      }
    },
  }),
  rule({
    rule: 'combinerawtransaction/signed-in-part-or-full',
    case: 'no-copies',
    effect: ['read'],
    uses: ['createrawtransaction'],
    run: async (t) => {
      // What comes of transactions that are no copies of one is not stated: refused or merged, but without an internal error.
      const { unsigned } = await t.world.use('partlySigned');
      const own = present(t, decodedTransaction(t, unsigned).inputs[0], 'the transaction has no input');
      const { txid, vout } = await t.world.use('spendable');
      const unknown = { txid: t.random.hex(32), vout: 0 };
      const address = await foreignAddress(t);
      const spending = (...inputs: { readonly txid: string; readonly vout: number }[]): Promise<string> =>
        t.world.result('createrawtransaction', {
          inputs: inputs.map((input) => ({ txid: input.txid, vout: input.vout })),
          outputs: [{ [address]: '0.001' }],
        });
      const [one, two, other] = [await spending(own), await spending(own, { txid, vout }), await spending(unknown)];
      for (const txs of [[other], [two, one], [one, two], [unsigned, other], [one, other], [two, await spending(own, unknown)]])
        await t.call('combinerawtransaction', { txs });
      t.judged();
    },
  }),
];
