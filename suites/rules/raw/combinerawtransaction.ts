import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { verifyInput } from '../../../oracles/input-signature.ts';
import { scriptParts } from '../../../oracles/script.ts';
import { parseTransaction, type RawTransaction, type TxInput, type TxOutput } from '../../../oracles/transaction.ts';
import { rawTransaction } from '../support/raw-transaction.ts';
import { understood } from '../support/understood.ts';
import { rule } from '../rule.ts';

/** An ECDSA signature in DER with its type byte. */
const SIGNATURE_BYTES = { least: 60, most: 73 } as const;

const parsed = (t: Trial, hex: string): RawTransaction => understood(t, 'the transaction', () => parseTransaction(hex));

function signatures(t: Trial, hex: string): string[] {
  const { scriptSig } = parsed(t, hex).inputs[0] as TxInput;
  const pushes = understood(t, 'the scriptSig', () => scriptParts(scriptSig)).flatMap(({ push }) => (push ? [push] : []));
  // The redeem script of two keys is of about that size too, but begins with a number.
  return pushes.filter((push) => push[0] === 0x30 && push.length >= SIGNATURE_BYTES.least && push.length <= SIGNATURE_BYTES.most).map(toHex);
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
      t.equal(signatures(t, inPart), signatures(t, first), 'the signatures of a copy that was merged with an unsigned one');
      const [input] = parsed(t, unsigned).inputs;
      const spent = input && (await rawTransaction(t, input.txid)).outputs[input.vout];
      for (const txs of [[first, second], [second, first]]) {
        const whole = parsed(t, await t.result('combinerawtransaction', { txs }));
        const verdict = understood(t, 'the merged transaction', () => verifyInput(whole, 0, spent as TxOutput));
        t.ok(verdict.valid, `the copies hold all signatures, but the merged transaction is not signed in full: ${verdict.valid ? '' : verdict.problem}`);
      }
    },
  }),
];
