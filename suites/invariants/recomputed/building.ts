import { amountSat } from '../../support/amounts.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { FundedTransaction, OutputItemArgument } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { invariant } from '../invariant.ts';
import { addressOfScript, scriptOfAddress } from '../../../oracles/addresses.ts';
import { fromHex, joined, toHex, withLength } from '../../../oracles/bytes.ts';
import { parsePsbt } from '../../../oracles/psbt.ts';
import { parseTransaction, serialize, totalOut, txidOf, type RawTransaction, type TxOutput } from '../../../oracles/transaction.ts';
import { infoOf } from './addresses.ts';
import { present } from '../../support/present.ts';
import { decoded } from '../../support/decoded.ts';
import { rawOf, spentOutputs } from './reading.ts';

interface Plan {
  readonly inputs: { readonly txid: string; readonly vout: number; readonly sequence: number }[];
  readonly outputs: readonly OutputItemArgument[];
  readonly expected: readonly TxOutput[];
}

/** Arguments that no node can have seen, with the outputs that they ask for. */
async function plan(t: Trial): Promise<Plan> {
  const chain = await t.world.use('chainParameters');
  const { addresses } = await t.world.fresh('foreignKey');
  const data = t.random.bytes(t.random.integer(6, 60));
  const paid = Object.values(addresses).map((address) => ({ address, valueSat: BigInt(t.random.integer(1_000, 2 ** 45)) }));
  const pays = paid.map(({ address, valueSat }) => ({ [address]: formatSat(valueSat) }));
  const outputs = paid.map(({ address, valueSat }) => ({ valueSat, script: scriptOfAddress(address, chain) }));
  return {
    inputs: [0, 1, 2].map(() => ({ txid: t.random.hex(32), vout: t.random.integer(0, 99), sequence: t.random.integer(0, 0xfffffffd) })),
    // The data stands between the payments: the order given is the order made.
    outputs: [...pays.slice(0, 2), { data: toHex(data) }, ...pays.slice(2)],
    expected: [...outputs.slice(0, 2), { valueSat: 0n, script: joined([0x6a], withLength(data)) }, ...outputs.slice(2)],
  };
}

/** The bytes that arguments ask for; the version is the node's to choose. */
function bytesOf({ inputs, expected }: Plan, lockTime: number, { version }: RawTransaction): string {
  const unsigned = inputs.map((input) => ({ ...input, scriptSig: new Uint8Array(), witness: [] }));
  return toHex(serialize({ version, lockTime, inputs: unsigned, outputs: expected }));
}

const parsed = (t: Trial, hex: string): RawTransaction => decoded(t, 'the transaction', () => parseTransaction(hex));

const feeOf = (spent: readonly TxOutput[], transaction: RawTransaction): bigint =>
  spent.reduce((sum, output) => sum + output.valueSat, 0n) - totalOut(transaction);

const reading = { effect: ['read'], evidence: 'document', source: 'document 2, Raw transactions, scripts and PSBTs' } as const;
const funding = { effect: ['wallet'], evidence: 'standard', source: 'arithmetic: inputs less outputs' } as const;

/** A funding answer against the transaction that it came with. */
async function checkFunded(
  t: Trial,
  funded: Pick<FundedTransaction, 'fee' | 'changepos'>,
  transaction: RawTransaction,
  asked: readonly TxOutput[],
): Promise<void> {
  const fee = feeOf(await spentOutputs(t, transaction), transaction);
  t.equal(amountSat(t, funded.fee, 'fee'), fee, 'fee', { path: 'fee' });
  t.ok(fee > 0n, `the funded transaction pays a fee of ${fee} sat`, { path: 'fee' });
  const others = transaction.outputs.filter((_, index) => index !== funded.changepos);
  const shown = (outputs: readonly TxOutput[]): unknown[] => outputs.map(({ valueSat, script }) => [formatSat(valueSat), toHex(script)]);
  t.equal(shown(others), shown(asked), 'the outputs without that at changepos', { path: 'changepos' });
  const change = transaction.outputs[funded.changepos];
  if (!change) return;
  const chain = await t.world.use('chainParameters');
  const address = present(t, addressOfScript(change.script, chain), 'the change goes to a script without an address', 'changepos');
  t.equal((await infoOf(t, address)).ismine, true, `ismine of the address that the change goes to, ${address},`, { path: 'changepos' });
}

export const recomputedBuildingInvariants: readonly Case[] = [
  invariant({
    ...reading,
    id: 'recomputed-building/bytes',
    text: 'A transaction made from arguments has those inputs, sequences, outputs, data and lock time, in that order, and nothing else.',
    methods: ['createrawtransaction'],
    run: async (t) => {
      const asked = await plan(t);
      const locktime = t.random.integer(1, 499_999_999);
      const hex = await t.result('createrawtransaction', { inputs: asked.inputs, outputs: asked.outputs, locktime });
      t.equal(hex, bytesOf(asked, locktime, parsed(t, hex)), 'the transaction');
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-building/psbt-bytes',
    text: 'A PSBT made from the same arguments holds that very transaction, and no signatures.',
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
    text: 'Outputs given as one object make the same outputs as a list of them.',
    methods: ['createrawtransaction'],
    judges: ['r:createrawtransaction/outputs-object'],
    run: async (t) => {
      const asked = await plan(t);
      const outputs = Object.assign({}, ...asked.outputs) as OutputItemArgument;
      const hex = await t.result('createrawtransaction', { inputs: asked.inputs, outputs });
      const sorted = (list: readonly TxOutput[]): string[] => list.map(({ valueSat, script }) => `${valueSat} ${toHex(script)}`).sort();
      t.equal(sorted(parsed(t, hex).outputs), sorted(asked.expected), 'the outputs, in whatever order');
      t.equal(parsed(t, hex).lockTime, 0, 'the lock time when none was given');
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-building/lock-time',
    text: 'The lock time asked for is that of the transaction, where no sequence is given too.',
    methods: ['createrawtransaction', 'createpsbt'],
    run: async (t) => {
      const { outputs } = await plan(t);
      const args = { inputs: [{ txid: t.random.hex(32), vout: 0 }], outputs, locktime: t.random.integer(1, 499_999_999) };
      const psbt = await t.result('createpsbt', args);
      const made = [parsed(t, await t.result('createrawtransaction', args)), decoded(t, 'the PSBT', () => parsePsbt(psbt)).transaction];
      for (const transaction of made) {
        t.equal(transaction.lockTime, args.locktime, 'the lock time');
        // That it should count is what anyone would want, but nobody has written it down.
        if (transaction.inputs[0]?.sequence === 0xffffffff)
          t.observe('final-sequence', 'final', 'the sequence is final, so the lock time does not count');
      }
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-building/replaceable',
    text: 'replaceable makes a sequence below 0xfffffffe, and without it no sequence is below that.',
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
        const made = [parsed(t, await t.result('createrawtransaction', args)), decoded(t, 'the PSBT', () => parsePsbt(psbt)).transaction];
        for (const transaction of made) {
          const signals = transaction.inputs.some(({ sequence }) => sequence < 0xfffffffe);
          t.equal(signals, replaceable, `whether a transaction made with replaceable ${replaceable} signals it`);
        }
      }
    },
  }),
  invariant({
    ...funding,
    id: 'recomputed-building/funded',
    text: 'Funding adds inputs and one change output; its fee is what the inputs hold less what the outputs pay.',
    methods: ['fundrawtransaction', 'getrawtransaction', 'getaddressinfo'],
    run: async (t) => {
      const { hex } = await t.world.fresh('unfundedTransaction');
      const before = decoded(t, 'the unfunded transaction', () => parseTransaction(hex, { witness: false }));
      const funded = await t.result('fundrawtransaction', { hexstring: hex, options: {}, iswitness: false });
      const after = parsed(t, funded.hex);
      await checkFunded(t, funded, after, before.outputs);
      const places = after.inputs.map(({ txid, vout }) => `${txid}:${vout}`);
      t.ok(
        before.inputs.every(({ txid, vout }) => places.includes(`${txid}:${vout}`)),
        'an input that was there before funding is gone',
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
    text: 'With subtractFeeFromOutputs the output named pays the fee, to the satoshi, and the change goes where it was told.',
    methods: ['fundrawtransaction', 'getrawtransaction', 'getaddressinfo'],
    run: async (t) => {
      // The input that is there suffices by far: a wallet that chooses may find coins that hold hardly more than is
      // paid, make no change, and leave the rest to the fee.
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
      const after = parsed(t, funded.hex);
      await checkFunded(t, funded, after, asked);
      const script = scriptOfAddress(changeAddress, await t.world.use('chainParameters'));
      if (funded.changepos === 0)
        t.equal(after.outputs[0] && toHex(after.outputs[0].script), toHex(script), 'the script of the change', { path: 'hex' });
    },
  }),
  invariant({
    ...funding,
    id: 'recomputed-building/funded-psbt',
    text: 'The fee of a funded PSBT is what its inputs hold less what its outputs pay, and all but the change is as asked for.',
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
    text: 'The fee of a pool entry, and that of the wallet with its sign turned, is inputs less outputs.',
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
    text: 'A bump tells the fee of the transaction before and after, and keeps its inputs and what it pays to others.',
    effect: ['wallet', 'chain'],
    methods: ['bumpfee', 'gettransaction', 'getrawtransaction'],
    run: async (t) => {
      const { txid, address, amountSat: paidSat } = await t.world.fresh('replaceable');
      const chain = await t.world.use('chainParameters');
      const old = await rawOf(t, txid);
      const spent = await spentOutputs(t, old);
      const bumped = await t.result('bumpfee', { txid });
      t.equal(amountSat(t, bumped.origfee, 'origfee'), feeOf(spent, old), 'origfee', { path: 'origfee' });
      // The wallet has it in any case; whether the pool has taken it in place of the old one is another question.
      const { hex } = await t.result('gettransaction', { txid: bumped.txid });
      const raw = parsed(t, hex);
      t.equal(txidOf(raw), bumped.txid, 'the txid of the transaction that the wallet has under it');
      t.equal(amountSat(t, bumped.fee, 'fee'), feeOf(await spentOutputs(t, raw), raw), 'fee', { path: 'fee' });
      const script = toHex(scriptOfAddress(address, chain));
      t.ok(
        raw.outputs.some((output) => output.valueSat === paidSat && toHex(output.script) === script),
        'the new transaction does not pay what the old one paid',
      );
      const places = raw.inputs.map((input) => `${input.txid}:${input.vout}`);
      t.ok(
        old.inputs.some((input) => places.includes(`${input.txid}:${input.vout}`)),
        'the new transaction spends nothing that the old one spent, so it does not replace it',
      );
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-building/long-data',
    text: 'Data of more than 75 bytes is pushed with its length in a byte of its own.',
    evidence: 'standard',
    source: 'the script encoding of the family: OP_PUSHDATA1',
    methods: ['createrawtransaction'],
    run: async (t) => {
      const data = t.random.hex(t.random.integer(76, 80));
      const outputs = [{ data }];
      const hex = await t.result('createrawtransaction', { inputs: [{ txid: t.random.hex(32), vout: 0 }], outputs });
      const expected = toHex(joined([0x6a, 0x4c, data.length / 2], fromHex(data)));
      const [output] = parsed(t, hex).outputs;
      t.equal(output && toHex(output.script), expected, 'the script of the data output');
    },
  }),
];
