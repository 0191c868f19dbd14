import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { rule } from '../rule.ts';
import { decodedTransaction } from '../../support/decoded.ts';
import { eitherFormat } from '../../support/either-format.ts';
import { signedForeign } from '../support/foreign-spend.ts';
import { isSigned, readPsbt } from '../support/psbt.ts';

/** Checks that the transaction of a PSBT (BIP 174) equals the given transaction without its signatures. */
function checkUnsigned(t: Trial, psbt: string, hex: string): void {
  const { transaction, inputs } = readPsbt(t, psbt);
  const { version, inputs: given, outputs, lockTime } = decodedTransaction(t, hex);
  const shown = (list: typeof given): string[] =>
    list.map(({ txid, vout, sequence, scriptSig }) => `${txid}:${vout} ${sequence} ${toHex(scriptSig)}`);
  const bare = given.map((input) => ({ ...input, scriptSig: new Uint8Array() }));
  t.equal(shown(transaction.inputs), shown(bare), 'the inputs (outpoint, sequence, scriptSig) of the PSBT');
  t.equal(
    transaction.outputs.map(({ valueSat, script }) => `${valueSat} ${toHex(script)}`),
    outputs.map(({ valueSat, script }) => `${valueSat} ${toHex(script)}`),
    'the outputs (satoshis and script) of the PSBT',
  );
  t.equal([transaction.version, transaction.lockTime], [version, lockTime], 'version and lock time of the PSBT');
  const signed = inputs.filter(isSigned);
  t.equal(signed.length, 0, 'the number of inputs with signatures in the PSBT');
}

export const converttopsbtRules: readonly Case[] = [
  rule({
    rule: 'converttopsbt/signatures-refused',
    effect: ['read'],
    run: async (t) => {
      const { hex } = await t.world.use('signedTransaction');
      const legacy = await signedForeign(t);
      await t.result('converttopsbt', { hexstring: legacy.coin.spending });
      for (const hexstring of [hex, legacy.hex]) {
        await t.refused('converttopsbt', { hexstring }, 'the transaction has signatures');
        await t.refused('converttopsbt', { hexstring, permitsigdata: false }, 'the transaction has signatures, and permitsigdata is false');
      }
      const { txid, vout, address, amountSat } = legacy.coin;
      const partly = await t.world.result('createrawtransaction', {
        inputs: [
          { txid: t.random.hex(32), vout: 0 },
          { txid, vout },
        ],
        outputs: { [address]: formatSat(amountSat / 2n) },
      });
      const { hex: one } = await t.world.result('signrawtransactionwithkey', { hexstring: partly, privkeys: [legacy.coin.key.wif] });
      // What a node signs of a transaction of which it does not know all, is judged elsewhere.
      if (one !== partly) await t.refused('converttopsbt', { hexstring: one }, 'one of its two inputs has a signature');
    },
  }),
  rule({
    rule: 'converttopsbt/signatures-dropped',
    effect: ['read'],
    run: async (t) => {
      const { hex } = await t.world.use('signedTransaction');
      const legacy = await signedForeign(t);
      for (const hexstring of [hex, legacy.hex]) {
        checkUnsigned(t, await t.result('converttopsbt', { hexstring, permitsigdata: true }), hexstring);
      }
    },
  }),
  rule({
    rule: 'converttopsbt/iswitness',
    effect: ['read'],
    run: async (t) => {
      const { hex: hexstring } = await t.world.use('unsignedTransaction');
      const expected = await t.result('converttopsbt', { hexstring });
      checkUnsigned(t, expected, hexstring);
      for (const iswitness of [true, false]) {
        const psbt = await t.result('converttopsbt', { hexstring, permitsigdata: false, iswitness });
        t.equal(psbt, expected, `the PSBT with iswitness ${iswitness} and permitsigdata false`);
      }
      const { hex, ...formats } = eitherFormat(t);
      for (const iswitness of [true, false]) {
        const { transaction } = readPsbt(t, await t.result('converttopsbt', { hexstring: hex, permitsigdata: true, iswitness }));
        t.equal(
          transaction.inputs.length,
          (iswitness ? formats.witness : formats.plain).inputs.length,
          `the number of inputs with iswitness ${iswitness} and permitsigdata true, of bytes that can be read in both formats`,
        );
      }
    },
  }),
  rule({
    rule: 'converttopsbt/for-raw-transactions',
    effect: ['wallet'],
    uses: ['createrawtransaction', 'fundrawtransaction'],
    run: async (t) => {
      const created = await t.world.use('unsignedTransaction');
      const unfunded = await t.world.fresh('unfundedTransaction');
      const funded = await t.result('fundrawtransaction', { hexstring: unfunded.hex });
      for (const { hex } of [created, funded]) checkUnsigned(t, await t.result('converttopsbt', { hexstring: hex }), hex);
    },
  }),
];
