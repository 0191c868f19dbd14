import { formatSat } from '../../../client/wire-json.ts';
import type { DecodedTransaction } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import { compactSize, fromHex, idOf, joined, toHex, withLength } from '../../../oracles/bytes.ts';
import { parseBlock } from '../../../oracles/block.ts';
import { hasWitness, parseTransaction, serialize, txidOf, vsizeOf, wtxidOf, type RawTransaction } from '../../../oracles/transaction.ts';
import { present } from '../../support/present.ts';
import { decoded } from '../../support/decoded.ts';
import { amountSat } from '../../support/amounts.ts';
import { checkAsm, checkInputs, checkOutputs, checkScriptText, checkSums } from '../../support/transaction-checks.ts';
import { rawOf } from './reading.ts';
import { statements } from '../../support/statements.ts';

/** A random transaction with a witness, a data output and one output of each common type. */
export function unseenTransaction({ random }: Trial): RawTransaction {
  const scripts = [
    `76a914${random.hex(20)}88ac`,
    `a914${random.hex(20)}87`,
    `0014${random.hex(20)}`,
    `0020${random.hex(32)}`,
    `6a10${random.hex(16)}`,
  ];
  const content = {
    version: random.pick([1, 2]),
    lockTime: random.integer(1, 499_999_999),
    inputs: [0, 1].map((index) => ({
      txid: idOf(random.bytes(32)),
      vout: random.integer(0, 1_000),
      sequence: random.integer(0, 0xfffffffe),
      scriptSig: index === 0 ? new Uint8Array() : withLength(random.bytes(random.integer(6, 70))),
      witness: index === 0 ? [random.bytes(random.integer(6, 70)), random.bytes(33)] : [],
    })),
    outputs: scripts.map((script) => ({ valueSat: BigInt(random.integer(1, 2 ** 50)), script: fromHex(script) })),
  };
  const bare = serialize(content);
  const witness = content.inputs.flatMap((input) => [compactSize(input.witness.length), ...input.witness.map(withLength)]);
  return parseTransaction(joined(bare.slice(0, 4), [0, 1], bare.slice(4, -4), ...witness, bare.slice(-4)));
}

const decode = (t: Trial, raw: RawTransaction): Promise<DecodedTransaction> =>
  t.result('decoderawtransaction', { hexstring: toHex(raw.bytes) });

async function verboseAndRaw(t: Trial): Promise<{ shown: DecodedTransaction & { hex: string }; raw: RawTransaction }> {
  const { txid, blockhash } = await t.world.use('confirmedSend');
  const shown = await t.result('getrawtransaction', { txid, verbose: true, blockhash });
  return { shown, raw: await rawOf(t, txid, blockhash) };
}

/** The first opcode that pushes no bytes that follow it. */
const OP_1NEGATE = 0x4f;
/** The last one that all nodes of the family know. */
const OP_NOP10 = 0xb9;

const bip141 = { effect: ['read'], evidence: 'standard', source: 'BIP 141' } as const;

export const recomputedTransactionInvariants: readonly Case[] = [
  invariant({
    ...bip141,
    ...statements.transactionIds,
    methods: ['getrawtransaction'],
    judges: ['r:getrawtransaction/same-members'],
    run: async (t) => {
      const { shown, raw } = await verboseAndRaw(t);
      t.equal(shown.txid, txidOf(raw), 'txid', { path: 'txid' });
      t.equal(shown.hash, wtxidOf(raw), 'hash', { path: 'hash' });
      t.equal(shown.hex, toHex(raw.bytes), 'hex (compared with the non-verbose form)', { path: 'hex' });
    },
  }),
  invariant({
    ...bip141,
    ...statements.transactionWeight,
    methods: ['getrawtransaction'],
    run: async (t) => {
      const { shown, raw } = await verboseAndRaw(t);
      checkSums(t, shown, raw);
    },
  }),
  invariant({
    ...bip141,
    ...statements.verboseFields,
    methods: ['getrawtransaction'],
    run: async (t) => {
      const { shown, raw } = await verboseAndRaw(t);
      checkInputs(t, shown, raw);
      checkOutputs(t, shown, raw);
    },
  }),
  invariant({
    ...bip141,
    ...statements.decodedSums,
    methods: ['decoderawtransaction'],
    run: async (t) => {
      const raw = unseenTransaction(t);
      checkSums(t, await decode(t, raw), raw);
    },
  }),
  invariant({
    ...bip141,
    ...statements.decodedInputs,
    methods: ['decoderawtransaction'],
    run: async (t) => {
      const raw = unseenTransaction(t);
      checkInputs(t, await decode(t, raw), raw);
    },
  }),
  invariant({
    ...bip141,
    ...statements.decodedOutputs,
    methods: ['decoderawtransaction'],
    run: async (t) => {
      const raw = unseenTransaction(t);
      checkOutputs(t, await decode(t, raw), raw);
    },
  }),
  invariant({
    ...bip141,
    ...statements.asm,
    methods: ['decoderawtransaction', 'decodescript'],
    run: async (t) => {
      const raw = unseenTransaction(t);
      const shown = await decode(t, raw);
      for (const [index, { script }] of raw.outputs.entries()) {
        checkAsm(t, shown.vout[index]?.scriptPubKey.asm ?? '', script, `vout[${index}].scriptPubKey.asm`);
      }
      checkAsm(t, shown.vin[1]?.scriptSig?.asm ?? '', raw.inputs[1]?.scriptSig ?? new Uint8Array(), 'vin[1].scriptSig.asm');
      const all = Uint8Array.from({ length: OP_NOP10 - OP_1NEGATE + 1 }, (_, index) => OP_1NEGATE + index);
      for (const script of [
        fromHex(`5121${'02'}${t.random.hex(32)}51ae`),
        joined(all, [0xbb, 0xfe]),
        joined(...['', '80', '81', 'ff7f', 'ff0080', '0100ff7f'].map((number) => withLength(fromHex(number)))),
        joined([0x4c, 76], t.random.bytes(76), [0x4d, 0x00, 0x01], t.random.bytes(256), [0x4e, 0x05, 0x00, 0x00, 0x00], t.random.bytes(5)),
      ])
        checkAsm(t, (await t.result('decodescript', { hexstring: toHex(script) })).asm, script, 'asm');
    },
  }),
  invariant({
    ...bip141,
    ...statements.withinBlock,
    methods: ['getblock'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const hex = await t.result('getblock', { blockhash, verbosity: 0 });
      const { transactions } = decoded(t, 'the block', () => parseBlock(fromHex(hex)));
      const { tx } = await t.result('getblock', { blockhash, verbosity: 2 });
      t.equal(tx.length, transactions.length, 'the number of transactions', { path: 'tx' });
      for (const [index, raw] of transactions.entries()) {
        const shown = present(t, tx[index], `getblock does not list transaction ${index} of the block`, `tx[${index}]`);
        if (shown.hex !== undefined) t.equal(shown.hex, toHex(raw.bytes), 'hex', { path: `tx[${index}].hex` });
        checkSums(t, shown, raw, `tx[${index}].`);
        checkInputs(t, shown, raw, `tx[${index}].`);
        checkOutputs(t, shown, raw, `tx[${index}].`);
      }
    },
  }),
  invariant({
    ...bip141,
    id: 'recomputed-transactions/pool-entry',
    text: 'wtxid and size of a pool entry are the wtxid and virtual size of the transaction bytes.',
    methods: ['getmempoolentry', 'getrawtransaction'],
    run: async (t) => {
      const { txid } = await t.world.use('unconfirmedSend');
      const raw = await rawOf(t, txid);
      const entry = await t.result('getmempoolentry', { txid });
      t.equal(entry.wtxid, wtxidOf(raw), 'wtxid', { path: 'wtxid' });
      // Later nodes of the family have renamed this field; another case checks that.
      if (entry.size !== undefined)
        t.equal(entry.size, vsizeOf(raw), 'size', { path: 'size', source: 'document 2, Memory pool entry: the size is the virtual one' });
    },
  }),
  invariant({
    ...bip141,
    ...statements.walletCopy,
    methods: ['gettransaction'],
    run: async (t) => {
      const { txid } = await t.world.use('confirmedSend');
      const { txid: named, hex, details } = await t.result('gettransaction', { txid });
      const raw = decoded(t, 'hex', () => parseTransaction(hex));
      t.equal(named, txid, 'txid', { path: 'txid' });
      t.equal(txidOf(raw), txid, 'the txid of hex', { path: 'hex' });
      t.each(details, 'entry of details', ({ vout, amount }, index) => {
        const path = `details[${index}].amount`;
        const paid = amountSat(t, amount, path);
        t.equal(paid < 0n ? -paid : paid, raw.outputs[vout]?.valueSat, `the amount of output ${vout}`, { path });
      });
    },
  }),
  invariant({
    ...bip141,
    ...statements.sentTxid,
    effect: ['wallet', 'chain'],
    methods: ['sendrawtransaction', 'testmempoolaccept'],
    run: async (t) => {
      const { hex } = await t.world.fresh('signedTransaction');
      const txid = decoded(t, 'the signed transaction', () => txidOf(parseTransaction(hex)));
      const [tested] = await t.result('testmempoolaccept', { rawtxs: [hex] });
      t.equal(tested?.txid, txid, 'the txid that testmempoolaccept returns', { path: '[0].txid' });
      t.equal(await t.result('sendrawtransaction', { hexstring: hex }), txid, 'the txid that sendrawtransaction returns');
    },
  }),
  invariant({
    ...bip141,
    ...statements.unspentOutput,
    methods: ['listunspent', 'gettxout', 'getrawtransaction'],
    run: async (t) => {
      await t.world.use('funds');
      const unspent = await t.result('listunspent', { minconf: 1 });
      if (!t.ok(unspent.length > 0, 'listunspent lists no output of a wallet with coins', { check: 'presence' })) return;
      const item = t.random.pick(unspent);
      const output = (await rawOf(t, item.txid)).outputs[item.vout];
      t.equal(amountSat(t, item.amount, 'amount'), output?.valueSat, 'the amount in listunspent', { path: 'amount' });
      t.equal(item.scriptPubKey, output && toHex(output.script), 'the script in listunspent', { path: 'scriptPubKey' });
      const shown = await t.result('gettxout', { txid: item.txid, n: item.vout });
      t.equal(amountSat(t, shown?.value, 'value'), output?.valueSat, 'the value in gettxout', { path: 'value' });
      t.equal(shown?.scriptPubKey.hex, output && toHex(output.script), 'the script in gettxout', { path: 'scriptPubKey.hex' });
      if (shown && output)
        checkScriptText(t, shown.scriptPubKey, output.script, { chain: await t.world.use('chainParameters'), path: 'scriptPubKey' });
    },
  }),
  invariant({
    ...bip141,
    id: 'recomputed-transactions/without-witness',
    text: 'hash and txid of a transaction are equal exactly when it has no witness.',
    source: 'document 2, Other results: hash differs from txid for witness transactions',
    evidence: 'document',
    methods: ['decoderawtransaction', 'createrawtransaction'],
    run: async (t) => {
      const raw = unseenTransaction(t);
      const full = await decode(t, raw);
      const bare = await t.result('decoderawtransaction', { hexstring: toHex(raw.strippedBytes) });
      t.ok(
        hasWitness(raw) && full.hash !== full.txid,
        `hash of a transaction with a witness is ${full.hash}, expected a value other than txid`,
        {
          path: 'hash',
        },
      );
      t.equal(bare.hash, bare.txid, 'hash of the same transaction without its witness', { path: 'hash' });
      t.equal(bare.txid, full.txid, 'txid of the same transaction without its witness', { path: 'txid' });
      const { addresses } = await t.world.use('foreignKey');
      const outputs = [{ [addresses.bech32]: formatSat(1_000n) }];
      const made = await t.result('createrawtransaction', { inputs: [{ txid: full.txid, vout: 0 }], outputs });
      t.ok(!hasWitness(decoded(t, 'the new transaction', () => parseTransaction(made))), 'the unsigned transaction has a witness');
    },
  }),
];
