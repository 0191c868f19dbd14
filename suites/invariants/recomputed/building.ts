import { amountSat } from '../../support/amounts.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { FundedTransaction, OutputItemArgument } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import { addressOfScript, scriptOfAddress } from '../../../oracles/addresses.ts';
import { fromHex, joined, littleEndian, toHex, withLength } from '../../../oracles/bytes.ts';
import { parsePsbt } from '../../../oracles/psbt.ts';
import { parseTransaction, serialize, totalOut, txidOf, type RawTransaction, type TxOutput } from '../../../oracles/transaction.ts';
import { infoOf } from './addresses.ts';
import { present } from '../../support/present.ts';
import { decoded, decodedTransaction } from '../../support/decoded.ts';
import { rawOf, spentOutputs } from './reading.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';

interface Plan {
  readonly inputs: { readonly txid: string; readonly vout: number; readonly sequence: number }[];
  readonly outputs: readonly OutputItemArgument[];
  readonly expected: readonly TxOutput[];
}

/** Random arguments, with the outputs that they describe. */
async function plan(t: Trial): Promise<Plan> {
  const chain = await t.world.use('chainParameters');
  const { addresses } = await t.world.fresh('foreignKey');
  const data = t.random.bytes(t.random.integer(6, 60));
  const paid = Object.values(addresses).map((address) => ({ address, valueSat: BigInt(t.random.integer(1_000, 2 ** 45)) }));
  const pays = paid.map(({ address, valueSat }) => ({ [address]: formatSat(valueSat) }));
  const outputs = paid.map(({ address, valueSat }) => ({ valueSat, script: scriptOfAddress(address, chain) }));
  return {
    inputs: [0, 1, 2].map(() => ({ txid: t.random.hex(32), vout: t.random.integer(0, 99), sequence: t.random.integer(0, 0xfffffffd) })),
    // The data output lies between the payments, to check that the order is kept.
    outputs: [...pays.slice(0, 2), { data: toHex(data) }, ...pays.slice(2)],
    expected: [...outputs.slice(0, 2), { valueSat: 0n, script: joined([0x6a], withLength(data)) }, ...outputs.slice(2)],
  };
}

/** The bytes of the transaction that the arguments describe; the node chooses the version. */
function bytesOf({ inputs, expected }: Plan, lockTime: number, { version }: RawTransaction): string {
  const unsigned = inputs.map((input) => ({ ...input, scriptSig: new Uint8Array(), witness: [] }));
  return toHex(serialize({ version, lockTime, inputs: unsigned, outputs: expected }));
}

const feeOf = (spent: readonly TxOutput[], transaction: RawTransaction): bigint =>
  spent.reduce((sum, output) => sum + output.valueSat, 0n) - totalOut(transaction);

const reading = { effect: ['read'], evidence: 'document', source: 'document 2, Raw transactions, scripts and PSBTs' } as const;
const funding = { effect: ['wallet'], evidence: 'standard', source: 'arithmetic: inputs less outputs' } as const;

/** Checks the answer of a funding call against the funded transaction. */
async function checkFunded(
  t: Trial,
  funded: Pick<FundedTransaction, 'fee' | 'changepos'>,
  transaction: RawTransaction,
  asked: readonly TxOutput[],
): Promise<void> {
  const fee = feeOf(await spentOutputs(t, transaction), transaction);
  t.equal(amountSat(t, funded.fee, 'fee'), fee, 'fee', { path: 'fee' });
  t.ok(fee > 0n, `the fee of the funded transaction is ${fee} sat, expected more than 0`, { path: 'fee' });
  const others = transaction.outputs.filter((_, index) => index !== funded.changepos);
  const shown = (outputs: readonly TxOutput[]): unknown[] => outputs.map(({ valueSat, script }) => [formatSat(valueSat), toHex(script)]);
  t.equal(shown(others), shown(asked), 'the outputs without the one at changepos', { path: 'changepos' });
  const change = transaction.outputs[funded.changepos];
  if (!change) return;
  const chain = await t.world.use('chainParameters');
  const address = present(t, addressOfScript(change.script, chain), 'the script of the change output has no address', 'changepos');
  t.equal((await infoOf(t, address)).ismine, true, `ismine of the change address ${address}`, { path: 'changepos' });
}

export const recomputedBuildingInvariants: readonly Case[] = [
  invariant({
    ...reading,
    id: 'recomputed-building/bytes',
    text: 'createrawtransaction makes exactly the given inputs, sequences, outputs, data and lock time, in the given order.',
    methods: ['createrawtransaction'],
    run: async (t) => {
      const asked = await plan(t);
      const locktime = t.random.integer(1, 499_999_999);
      const hex = await t.result('createrawtransaction', { inputs: asked.inputs, outputs: asked.outputs, locktime });
      t.equal(hex, bytesOf(asked, locktime, decodedTransaction(t, hex)), 'the transaction');
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-building/psbt-bytes',
    text: 'createpsbt makes the same transaction from the same arguments, without signatures.',
    source: 'BIP 174',
    evidence: 'standard',
    methods: ['createpsbt'],
    run: async (t) => {
      const asked = await plan(t);
      const locktime = t.random.integer(1, 499_999_999);
      const text = await t.result('createpsbt', { inputs: asked.inputs, outputs: asked.outputs, locktime });
      const psbt = decoded(t, 'the PSBT', () => parsePsbt(text));
      t.equal(toHex(psbt.transaction.bytes), bytesOf(asked, locktime, psbt.transaction), 'the transaction in the PSBT');
      const signed = psbt.inputs.filter((input) => input.partialSignatures.size > 0 || input.finalScriptSig || input.finalWitness);
      t.equal(signed.length, 0, 'the number of signed inputs of a new PSBT');
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-building/object-form',
    text: 'Outputs given as one object make the same outputs as a list.',
    methods: ['createrawtransaction', 'createpsbt'],
    judges: ['r:createrawtransaction/outputs-object'],
    run: async (t) => {
      const asked = await plan(t);
      const outputs = Object.assign({}, ...asked.outputs) as OutputItemArgument;
      const hex = await t.result('createrawtransaction', { inputs: asked.inputs, outputs });
      const sorted = (list: readonly TxOutput[]): string[] => list.map(({ valueSat, script }) => `${valueSat} ${toHex(script)}`).sort();
      t.equal(sorted(decodedTransaction(t, hex).outputs), sorted(asked.expected), 'the outputs (in any order)');
      t.equal(decodedTransaction(t, hex).lockTime, 0, 'the lock time without the argument');
      const psbt = await t.result('createpsbt', { inputs: asked.inputs, outputs });
      const { transaction } = decoded(t, 'the PSBT', () => parsePsbt(psbt));
      t.equal(sorted(transaction.outputs), sorted(asked.expected), 'the outputs of the PSBT (in any order)');
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-building/lock-time',
    text: 'The transaction has the given lock time, also when no sequence is given.',
    methods: ['createrawtransaction', 'createpsbt'],
    run: async (t) => {
      const { outputs } = await plan(t);
      const args = { inputs: [{ txid: t.random.hex(32), vout: 0 }], outputs, locktime: t.random.integer(1, 499_999_999) };
      const psbt = await t.result('createpsbt', args);
      const made = [
        decodedTransaction(t, await t.result('createrawtransaction', args)),
        decoded(t, 'the PSBT', () => parsePsbt(psbt)).transaction,
      ];
      for (const transaction of made) {
        t.equal(transaction.lockTime, args.locktime, 'the lock time');
        // The lock time should take effect, but no document says so.
        if (transaction.inputs[0]?.sequence === 0xffffffff)
          t.observe('final-sequence', 'final', 'the sequence is final, so the lock time has no effect');
      }
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-building/replaceable',
    text: 'A sequence is below 0xfffffffe with replaceable true, and none is without it.',
    evidence: 'standard',
    source: 'BIP 125',
    methods: ['createrawtransaction', 'createpsbt'],
    run: async (t) => {
      const { outputs } = await plan(t);
      const inputs = [
        { txid: t.random.hex(32), vout: 0 },
        { txid: t.random.hex(32), vout: 1 },
      ];
      for (const replaceable of [true, false]) {
        const args = { inputs, outputs, locktime: 0, replaceable };
        const psbt = await t.result('createpsbt', args);
        const made = [
          decodedTransaction(t, await t.result('createrawtransaction', args)),
          decoded(t, 'the PSBT', () => parsePsbt(psbt)).transaction,
        ];
        for (const transaction of made) {
          const signals = transaction.inputs.some(({ sequence }) => sequence < 0xfffffffe);
          t.equal(signals, replaceable, `"signals replaceability" of a transaction created with replaceable ${replaceable}`);
        }
      }
    },
  }),
  invariant({
    ...funding,
    id: 'recomputed-building/funded',
    text: 'fundrawtransaction adds unsigned inputs and one change output; its fee is the inputs less the outputs.',
    methods: ['fundrawtransaction', 'getrawtransaction', 'getaddressinfo'],
    run: async (t) => {
      const { hex } = await t.world.fresh('unfundedTransaction');
      const before = decoded(t, 'the unfunded transaction', () => parseTransaction(hex, { witness: false }));
      const funded = await t.result('fundrawtransaction', { hexstring: hex, options: {}, iswitness: false });
      const after = decodedTransaction(t, funded.hex);
      await checkFunded(t, funded, after, before.outputs);
      const places = after.inputs.map(outpointText);
      t.ok(
        before.inputs.every(({ txid, vout }) => places.includes(`${txid}:${vout}`)),
        'fundrawtransaction removed an existing input',
      );
      t.ok(
        after.inputs.every(({ scriptSig, witness }) => scriptSig.length === 0 && witness.length === 0),
        'an input of the funded transaction is signed',
      );
    },
  }),
  invariant({
    ...funding,
    id: 'recomputed-building/fee-from-output',
    text: 'With subtractFeeFromOutputs the named output is reduced by exactly the fee, and the change goes to changeAddress.',
    methods: ['fundrawtransaction', 'getrawtransaction', 'getaddressinfo'],
    run: async (t) => {
      // The existing input is large: with coins that hold hardly more than the payment the wallet may make no change and
      // leave the rest to the fee.
      const { txid, vout, amountSat: coinSat } = await t.world.fresh('spendable');
      const { addresses } = await t.world.fresh('foreignKey');
      const hex = await t.world.result('createrawtransaction', {
        inputs: [{ txid, vout }],
        outputs: [{ [addresses.bech32]: formatSat(coinSat / 2n) }],
      });
      const before = decoded(t, 'the unfunded transaction', () => parseTransaction(hex, { witness: false }));
      const { address: changeAddress } = await t.world.use('legacyAddress');
      const options = { subtractFeeFromOutputs: [0], changePosition: 0, changeAddress };
      const funded = await t.result('fundrawtransaction', { hexstring: hex, options, iswitness: false });
      t.equal(funded.changepos, 0, 'changepos', { path: 'changepos' });
      const fee = amountSat(t, funded.fee, 'fee');
      const asked = before.outputs.map((output, index) => (index === 0 ? { ...output, valueSat: output.valueSat - fee } : output));
      const after = decodedTransaction(t, funded.hex);
      await checkFunded(t, funded, after, asked);
      const script = scriptOfAddress(changeAddress, await t.world.use('chainParameters'));
      if (funded.changepos === 0)
        t.equal(after.outputs[0] && toHex(after.outputs[0].script), toHex(script), 'the script of the change', { path: 'hex' });
    },
  }),
  invariant({
    ...funding,
    id: 'recomputed-building/funded-psbt',
    text: 'The fee of walletcreatefundedpsbt is the inputs less the outputs, and all outputs but the change are the requested ones.',
    methods: ['walletcreatefundedpsbt', 'getrawtransaction', 'getaddressinfo'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      await t.world.use('funds');
      const { addresses } = await t.world.fresh('foreignKey');
      const asked = Object.values(addresses).map((address) => ({ address, valueSat: BigInt(t.random.integer(1_000_000, 50_000_000)) }));
      const outputs = asked.map(({ address, valueSat }) => ({ [address]: formatSat(valueSat) }));
      const funded = await t.result('walletcreatefundedpsbt', { inputs: [], outputs });
      const { transaction } = decoded(t, 'the PSBT', () => parsePsbt(funded.psbt));
      await checkFunded(
        t,
        funded,
        transaction,
        asked.map(({ address, valueSat }) => ({ valueSat, script: scriptOfAddress(address, chain) })),
      );
    },
  }),
  invariant({
    ...funding,
    id: 'recomputed-building/pool-fee',
    text: 'The fee of a pool entry and the negated fee in gettransaction are the inputs less the outputs.',
    effect: ['read'],
    methods: ['getmempoolentry', 'gettransaction', 'getrawtransaction'],
    run: async (t) => {
      const { txid } = await t.world.use('unconfirmedSend');
      const raw = await rawOf(t, txid);
      const fee = feeOf(await spentOutputs(t, raw), raw);
      const { fees } = await t.result('getmempoolentry', { txid });
      t.equal(amountSat(t, fees.base, 'fees.base'), fee, 'fees.base', { path: 'fees.base' });
      const own = await t.result('gettransaction', { txid });
      t.equal(amountSat(t, own.fee, 'fee'), -fee, 'the fee in gettransaction', { path: 'fee' });
    },
  }),
  invariant({
    ...funding,
    id: 'recomputed-building/bumped-fee',
    text: 'bumpfee returns the fees before and after, and keeps an input and the payment of the transaction.',
    effect: ['wallet', 'chain'],
    methods: ['bumpfee', 'gettransaction', 'getrawtransaction'],
    run: async (t) => {
      const { txid, address, amountSat: paidSat } = await t.world.fresh('replaceable');
      const chain = await t.world.use('chainParameters');
      const old = await rawOf(t, txid);
      const spent = await spentOutputs(t, old);
      const bumped = await t.result('bumpfee', { txid });
      t.equal(amountSat(t, bumped.origfee, 'origfee'), feeOf(spent, old), 'origfee', { path: 'origfee' });
      // The wallet has the new transaction in any case, whether or not the pool has replaced the old one.
      const { hex } = await t.result('gettransaction', { txid: bumped.txid });
      const raw = decodedTransaction(t, hex);
      t.equal(txidOf(raw), bumped.txid, 'the txid of hex in gettransaction');
      t.equal(amountSat(t, bumped.fee, 'fee'), feeOf(await spentOutputs(t, raw), raw), 'fee', { path: 'fee' });
      const script = toHex(scriptOfAddress(address, chain));
      t.ok(
        raw.outputs.some((output) => output.valueSat === paidSat && toHex(output.script) === script),
        'the new transaction does not pay the amount that the old one paid',
      );
      const places = raw.inputs.map((input) => `${input.txid}:${input.vout}`);
      t.ok(
        old.inputs.some((input) => places.includes(`${input.txid}:${input.vout}`)),
        'the new transaction spends no output that the old one spent, expected at least one',
      );
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-building/long-data',
    text: 'Data of more than 75 bytes is pushed by an opcode with as many bytes of length as it needs.',
    evidence: 'standard',
    source: 'the script encoding of the family: OP_PUSHDATA1, OP_PUSHDATA2 and OP_PUSHDATA4',
    methods: ['createrawtransaction'],
    run: async (t) => {
      for (const [opcode, width, length] of [
        [0x4c, 1, t.random.integer(76, 80)],
        [0x4c, 1, 255],
        [0x4d, 2, t.random.integer(256, 600)],
        [0x4d, 2, 65_535],
        [0x4e, 4, t.random.integer(65_536, 66_000)],
      ] as const) {
        const data = t.random.hex(length);
        const hex = await t.result('createrawtransaction', { inputs: [{ txid: t.random.hex(32), vout: 0 }], outputs: [{ data }] });
        const expected = toHex(joined([0x6a, opcode], littleEndian(length, width), fromHex(data)));
        const [output] = decodedTransaction(t, hex).outputs;
        t.equal(output && toHex(output.script), expected, `the script of an output with ${length} bytes of data`);
      }
    },
  }),
];
