import type { OutputItemArgument, OutputObjectArgument } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { scriptOfAddress } from '../../../oracles/addresses.ts';
import { fromHex, joined, toHex, withLength } from '../../../oracles/bytes.ts';
import { parseTransaction, txidOf, type RawTransaction } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';
import { rule } from '../rule.ts';

const FEE_SAT = 10_000n;
/** BIP 125: a transaction signals replaceability with an input sequence below 0xfffffffe. */
const REPLACEABLE = 0xfffffffd;
const FINAL = 0xffffffff;

/** An unsigned transaction that spends a coin of the wallet to the wallet itself. */
async function ownTransaction(t: Trial): Promise<{ hex: string; transaction: RawTransaction }> {
  const { txid, vout, amountSat } = await t.world.fresh('spendable');
  const { address } = await t.world.fresh('labelled');
  const hex = await t.result('createrawtransaction', {
    inputs: [{ txid, vout }],
    outputs: [{ [address]: formatSat(amountSat - FEE_SAT) }],
  });
  return { hex, transaction: decoded(t, 'the new transaction', () => parseTransaction(hex)) };
}

interface Outputs {
  readonly given: readonly OutputItemArgument[];
  /** `satoshis script`, in the same order. */
  readonly expected: readonly string[];
}

/** Payments to all address types, one amount as a string, with a data output between them. */
async function outputs(t: Trial): Promise<Outputs> {
  const chain = await t.world.use('chainParameters');
  const { addresses } = await t.world.fresh('foreignKey');
  const data = t.random.hex(t.random.integer(4, 40));
  const paid = Object.values(addresses).map((address) => ({ address, amountSat: BigInt(t.random.integer(10_000, 900_000_000)) }));
  const given = paid.map(({ address, amountSat }, index) => ({
    [address]: index === 1 ? formatSat(amountSat).value : formatSat(amountSat),
  }));
  const expected = paid.map(({ address, amountSat }) => `${amountSat} ${toHex(scriptOfAddress(address, chain))}`);
  const carried = `0 ${toHex(joined([0x6a], withLength(fromHex(data))))}`;
  return { given: [...given.slice(0, 2), { data }, ...given.slice(2)], expected: [...expected.slice(0, 2), carried, ...expected.slice(2)] };
}

async function outputsMade(t: Trial, given: readonly OutputItemArgument[] | OutputObjectArgument): Promise<string[]> {
  const hex = await t.result('createrawtransaction', { inputs: [{ txid: t.random.hex(32), vout: 0 }], outputs: given });
  const transaction = decoded(t, 'the new transaction', () => parseTransaction(hex));
  return transaction.outputs.map(({ valueSat, script }) => `${valueSat} ${toHex(script)}`);
}

export const createrawtransactionRules: readonly Case[] = [
  rule({
    rule: 'createrawtransaction/unsigned',
    effect: ['read'],
    run: async (t) => {
      const { transaction } = await ownTransaction(t);
      t.equal(transaction.inputs.length, 1, 'the number of inputs');
      for (const { scriptSig, witness } of transaction.inputs) {
        t.equal(toHex(scriptSig), '', 'the scriptSig of an input of a new transaction', { path: 'vin[0].scriptSig' });
        t.equal(witness.length, 0, 'the size of the witness of an input of a new transaction', { path: 'vin[0].txinwitness' });
      }
    },
  }),
  rule({
    rule: 'createrawtransaction/not-stored',
    effect: ['read'],
    uses: ['gettransaction', 'listtransactions'],
    run: async (t) => {
      const { transaction } = await ownTransaction(t);
      const txid = txidOf(transaction);
      await t.refused('gettransaction', { txid }, 'the transaction was only created, so the wallet must not store it');
      const listed = await t.result('listtransactions', { label: '*', count: 100_000 });
      if (listed.length === 0) t.sawNothing('transaction of a wallet with coins');
      t.ok(
        listed.every((entry) => entry.txid !== txid),
        'listtransactions lists a created, unsent transaction',
      );
    },
  }),
  rule({
    rule: 'createrawtransaction/not-sent',
    effect: ['read'],
    uses: ['getrawmempool', 'gettxout'],
    run: async (t) => {
      const { transaction } = await ownTransaction(t);
      const pool = await t.result('getrawmempool');
      t.ok(!pool.includes(txidOf(transaction)), 'the pool contains a created, unsent transaction');
      for (const { txid, vout } of transaction.inputs) {
        const coin = await t.result('gettxout', { txid, n: vout, include_mempool: true });
        t.ok(coin !== null, 'gettxout returned null for the output that a created, unsent transaction spends');
      }
    },
  }),
  rule({
    rule: 'createrawtransaction/sequence-conflict',
    effect: ['read'],
    run: async (t) => {
      const { given } = await outputs(t);
      const inputs = (sequence: number) => [{ txid: t.random.hex(32), vout: t.random.integer(0, 9), sequence }];
      const args = (sequence: number) => ({ inputs: inputs(sequence), outputs: [...given], locktime: 0, replaceable: true });
      await t.result('createrawtransaction', args(REPLACEABLE));
      await t.refused('createrawtransaction', args(FINAL), 'the only given sequence number is final, which contradicts replaceable');
    },
  }),
  rule({
    rule: 'createrawtransaction/outputs-list',
    effect: ['read'],
    run: async (t) => {
      const { given, expected } = await outputs(t);
      t.equal(await outputsMade(t, given), expected, 'the outputs (satoshis and script) from a list');
    },
  }),
  rule({
    rule: 'createrawtransaction/outputs-object',
    effect: ['read'],
    run: async (t) => {
      const { given, expected } = await outputs(t);
      const made = await outputsMade(t, Object.fromEntries(given.flatMap((output) => Object.entries(output))));
      // The members of an object have no order.
      t.equal(made.sort(), [...expected].sort(), 'the outputs (satoshis and script) from one object, sorted');
    },
  }),
];
