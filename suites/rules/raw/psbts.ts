import type { Wire } from '../../../specs/model/wire.ts';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { parsePsbt, type Psbt } from '../../../oracles/psbt.ts';
import { parseTransaction, totalOut, txidOf } from '../../../oracles/transaction.ts';
import { understood } from '../support/understood.ts';
import { rule } from '../rule.ts';
import { signedForeign } from '../support/foreign-spend.ts';

const parsed = (t: Trial, psbt: string): Psbt => understood(t, 'the PSBT', () => parsePsbt(psbt));

/** The transaction of a PSBT, which holds no signatures (BIP 174), against bytes without their signatures. */
function checkUnsigned(t: Trial, psbt: string, hex: string): void {
  const { transaction, inputs } = parsed(t, psbt);
  const { version, inputs: given, outputs, lockTime } = understood(t, 'the transaction', () => parseTransaction(hex));
  const shown = (list: typeof given): string[] => list.map(({ txid, vout, sequence, scriptSig }) => `${txid}:${vout} ${sequence} ${toHex(scriptSig)}`);
  const bare = given.map((input) => ({ ...input, scriptSig: new Uint8Array() }));
  t.equal(shown(transaction.inputs), shown(bare), 'the inputs (outpoint, sequence, scriptSig) of the PSBT');
  t.equal(
    transaction.outputs.map(({ valueSat, script }) => `${valueSat} ${toHex(script)}`),
    outputs.map(({ valueSat, script }) => `${valueSat} ${toHex(script)}`),
    'the outputs (satoshis and script) of the PSBT',
  );
  t.equal([transaction.version, transaction.lockTime], [version, lockTime], 'version and lock time of the PSBT');
  const signed = inputs.filter((input) => input.partialSignatures.size > 0 || input.finalScriptSig || input.finalWitness);
  t.equal(signed.length, 0, 'the number of inputs of the PSBT that hold signatures');
}

interface Finalized {
  readonly psbt?: string;
  readonly hex?: string;
  readonly complete: boolean;
}

export const psbtRules: readonly Case[] = [
  rule({
    rule: 'converttopsbt/signatures-refused',
    effect: ['read'],
    run: async (t) => {
      const { hex } = await t.world.use('signedTransaction');
      const legacy = await signedForeign(t);
      await t.result('converttopsbt', { hexstring: legacy.coin.spending });
      for (const hexstring of [hex, legacy.hex]) {
        await t.refused('converttopsbt', { hexstring }, 'the transaction holds signatures');
        await t.refused('converttopsbt', { hexstring, permitsigdata: false }, 'the transaction holds signatures, and permitsigdata is false');
      }
    },
  }),
  rule({
    rule: 'converttopsbt/signatures-dropped',
    effect: ['read'],
    run: async (t) => {
      const { hex } = await t.world.use('signedTransaction');
      const legacy = await signedForeign(t);
      for (const hexstring of [hex, legacy.hex]) {
        checkUnsigned(t, await t.result<string>('converttopsbt', { hexstring, permitsigdata: true }), hexstring);
      }
    },
  }),
  rule({
    rule: 'converttopsbt/iswitness',
    effect: ['read'],
    run: async (t) => {
      const { hex: hexstring } = await t.world.use('unsignedTransaction');
      const expected = await t.result<string>('converttopsbt', { hexstring });
      checkUnsigned(t, expected, hexstring);
      for (const iswitness of [true, false]) {
        const psbt = await t.result<string>('converttopsbt', { hexstring, permitsigdata: false, iswitness });
        t.equal(psbt, expected, `the PSBT with iswitness ${iswitness} and permitsigdata false`);
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
      const funded = await t.result<{ hex: string }>('fundrawtransaction', { hexstring: unfunded.hex });
      for (const { hex } of [created, funded]) checkUnsigned(t, await t.result<string>('converttopsbt', { hexstring: hex }), hex);
    },
  }),
  rule({
    rule: 'decodepsbt/tx',
    effect: ['read'],
    uses: ['decoderawtransaction'],
    run: async (t) => {
      const { created, signed } = await t.world.use('psbts');
      for (const psbt of [created, signed]) {
        const { tx } = await t.result<{ tx: Wire }>('decodepsbt', { psbt });
        const hexstring = toHex(parsed(t, psbt).transaction.bytes);
        t.equal(tx, await t.result('decoderawtransaction', { hexstring, iswitness: false }), 'tx, compared with decoderawtransaction of its bytes,', { path: 'tx' });
      }
    },
  }),
  rule({
    rule: 'decodepsbt/fee',
    effect: ['read'],
    uses: ['createpsbt', 'walletprocesspsbt'],
    run: async (t) => {
      const coin = await t.world.fresh('spendable');
      const { addresses } = await t.world.use('foreignKey');
      const known = { txid: coin.txid, vout: coin.vout };
      const unknown = { txid: t.random.hex(32), vout: 0 };
      const outputs = [{ [addresses.bech32]: formatSat(coin.amountSat - BigInt(t.random.integer(5_000, 90_000))) }];
      const updated = async (inputs: Wire[]): Promise<string> => {
        const psbt = await t.world.result<string>('createpsbt', { inputs, outputs });
        return (await t.world.result<{ psbt: string }>('walletprocesspsbt', { psbt, sign: false })).psbt;
      };
      const whole = await updated([known]);
      const { fee } = await t.result<{ fee?: Wire }>('decodepsbt', { psbt: whole });
      if (t.ok(fee !== undefined, 'there is no fee, though the PSBT holds the output that its only input spends', { path: 'fee' })) {
        const paid = coin.amountSat - totalOut(parsed(t, whole).transaction);
        t.equal(satoshis(fee as Wire), paid, 'the fee', { path: 'fee', evidence: 'standard', source: 'arithmetic: inputs less outputs' });
      }
      const other = await t.result<{ fee?: Wire }>('decodepsbt', { psbt: await updated([known, unknown]) });
      t.ok(other.fee === undefined, 'there is a fee, though nobody knows the output that one input spends', { path: 'fee' });
    },
  }),
  rule({
    rule: 'finalizepsbt/hex',
    effect: ['read'],
    run: async (t) => {
      const { signed } = await t.world.use('psbts');
      for (const args of [{ psbt: signed }, { psbt: signed, extract: true }]) {
        const { hex } = await t.result<Finalized>('finalizepsbt', args);
        if (!t.ok(hex !== undefined, 'hex is not given, though the PSBT is signed in full and extract is true', { path: 'hex' })) continue;
        const transaction = understood(t, 'the extracted transaction', () => parseTransaction(hex as string));
        t.equal(txidOf(transaction), txidOf(parsed(t, signed).transaction), 'the txid of the extracted transaction', { path: 'hex' });
        t.ok(transaction.inputs.every(({ scriptSig, witness }) => scriptSig.length + witness.length > 0), 'an input of the extracted transaction is not signed', { path: 'hex' });
      }
    },
  }),
  rule({
    rule: 'finalizepsbt/psbt',
    effect: ['read'],
    run: async (t) => {
      const { signed, updated } = await t.world.use('psbts');
      const expected = txidOf(parsed(t, signed).transaction);
      for (const [args, complete] of [[{ psbt: signed, extract: false }, true], [{ psbt: updated, extract: true }, false]] as const) {
        const answer = await t.result<Finalized>('finalizepsbt', args);
        t.equal(answer.complete, complete, 'complete', { path: 'complete' });
        if (!t.ok(answer.psbt !== undefined, 'psbt is not given, though the transaction was not extracted', { path: 'psbt' })) continue;
        const { transaction, inputs } = parsed(t, answer.psbt as string);
        t.equal(txidOf(transaction), expected, 'the txid of the PSBT that comes back', { path: 'psbt' });
        const finished = inputs.every((input) => input.finalScriptSig !== undefined || input.finalWitness !== undefined);
        t.equal(finished, complete, 'whether all inputs of the PSBT that comes back are finished', { path: 'psbt' });
      }
    },
  }),
];
