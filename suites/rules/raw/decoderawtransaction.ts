import type { DecodedTransaction } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { hasWitness, parseTransaction, txidOf, wtxidOf } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { rule } from '../rule.ts';
import { eitherFormat } from '../../support/either-format.ts';
import { signedForeign } from '../support/foreign-spend.ts';

const decode = (t: Trial, hexstring: string, iswitness?: boolean): Promise<DecodedTransaction> =>
  t.result('decoderawtransaction', iswitness === undefined ? { hexstring } : { hexstring, iswitness });

export const decoderawtransactionRules: readonly Case[] = [
  rule({
    rule: 'decoderawtransaction/hash',
    effect: ['read'],
    run: async (t) => {
      const { hex } = await t.world.use('signedTransaction');
      const raw = decoded(t, 'the signed transaction', () => parseTransaction(hex));
      if (!hasWitness(raw)) t.inapplicable('the wallet signed a bech32 coin without a witness');
      const { txid, hash } = await decode(t, hex);
      t.ok(hash !== txid, 'hash equals txid, although the transaction has a witness', { path: 'hash' });
      t.equal(txid, txidOf(raw), 'the txid', { path: 'txid', evidence: 'standard', source: 'BIP 141' });
      t.equal(hash, wtxidOf(raw), 'the hash with the witness', { path: 'hash', evidence: 'standard', source: 'BIP 141' });
    },
  }),
  rule({
    rule: 'decoderawtransaction/heuristics',
    effect: ['read'],
    run: async (t) => {
      const witness = await t.world.use('signedTransaction');
      const plain = await signedForeign(t);
      for (const hex of [witness.hex, plain.hex]) {
        const raw = decoded(t, 'the signed transaction', () => parseTransaction(hex));
        const found = await decode(t, hex);
        const stated = await decode(t, hex, hasWitness(raw));
        t.equal(found, stated, `the result without iswitness for a transaction ${hasWitness(raw) ? 'with' : 'without'} a witness`);
        t.equal(found.txid, txidOf(raw), 'the txid', { path: 'txid', evidence: 'standard', source: 'BIP 141' });
      }
    },
  }),
  rule({
    rule: 'decoderawtransaction/heuristics',
    case: 'stated',
    effect: ['read'],
    run: async (t) => {
      const { hex, ...formats } = eitherFormat(t);
      for (const iswitness of [true, false]) {
        const { inputs, outputs } = iswitness ? formats.witness : formats.plain;
        const { vin, vout } = await decode(t, hex, iswitness);
        t.equal(
          [vin.length, ...vout.map(({ scriptPubKey }) => scriptPubKey.hex)],
          [inputs.length, ...outputs.map(({ script }) => toHex(script))],
          `the number of inputs and the scripts of the outputs with iswitness ${iswitness}, of bytes that can be read in both formats`,
        );
      }
      const unfunded = await t.world.fresh('unfundedTransaction');
      const { vin, vout } = await decode(t, unfunded.hex);
      t.equal([vin.length, vout.length], [0, 1], 'the numbers of inputs and outputs without iswitness, of a transaction without inputs');
    },
  }),
];
