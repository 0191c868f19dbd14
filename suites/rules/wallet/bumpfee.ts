import { satoshis } from '../../../client/wire-json.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { Case } from '../../../engine/types.ts';
import { vsizeOf } from '../../../oracles/transaction.ts';
import { rule } from '../rule.ts';
import { bump, original } from './bump-original.ts';

/** Sequence numbers that opt in to replacement and are no relative lock time: 0x80000000 to 0xfffffffc. */
const optingIn = (integer: (min: number, max: number) => number): number => integer(0x80000000, 0xfffffffc);

const totalFee = rule({
  rule: 'bumpfee/total-fee',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const from = await original(t);
    const wantedSat = from.feeSat + BigInt(t.random.integer(20_000, 90_000));
    const bumped = await bump(t, from, { totalFee: Number(wantedSat) });
    t.equal(bumped.feeSat, wantedSat, 'the fee answered for a given totalFee', { path: 'fee' });
    t.equal(bumped.paidFeeSat, wantedSat, 'the fee that the new transaction pays for a given totalFee', { path: 'fee' });
  },
});

const totalFeeAbove = rule({
  rule: 'bumpfee/total-fee-above',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const changeSat = BigInt(t.random.integer(60_000, 90_000));
    const from = await original(t, { change: changeSat });
    // So little is left for the change that a node that has a least amount for outputs drops it.
    const leftSat = BigInt(t.random.integer(1, 200));
    const wantedSat = from.feeSat + changeSat - leftSat;
    const bumped = await bump(t, from, { totalFee: Number(wantedSat) });
    const dropped = bumped.transaction.outputs.length === 1;
    t.equal(bumped.feeSat, dropped ? wantedSat + leftSat : wantedSat, `the fee for a totalFee that leaves ${leftSat} sat of change`, { path: 'fee' });
    t.equal(bumped.paidFeeSat, bumped.feeSat, 'the fee that the new transaction pays, by the fee answered', { path: 'fee' });
    t.ok(bumped.transaction.outputs.some(({ valueSat }) => valueSat === from.paidSat), 'the new transaction does not pay what the old one paid');
  },
});

const replaceableFalse = rule({
  rule: 'bumpfee/replaceable-false',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const from = await original(t, { sequence: optingIn((min, max) => t.random.integer(min, max)) });
    const { transaction } = await bump(t, from, { replaceable: false });
    t.equal(transaction.inputs[0]?.sequence, 0xfffffffe, 'the sequence number of an input of the new transaction', { path: 'vin[0].sequence' });
  },
});

const replaceableTrue = rule({
  rule: 'bumpfee/replaceable-true',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const sequence = optingIn((min, max) => t.random.integer(min, max));
    const from = await original(t, { sequence });
    const { transaction } = await bump(t, from, { replaceable: true });
    t.equal(transaction.inputs[0]?.sequence, sequence, 'the sequence number of an input of the new transaction', { path: 'vin[0].sequence' });
  },
});

const estimate = rule({
  rule: 'bumpfee/estimate',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const from = await original(t);
    const bumped = await bump(t, from);
    t.ok(bumped.feeSat > from.feeSat, `without options the new fee is ${bumped.feeSat} sat, which does not raise the old one of ${from.feeSat} sat`, { path: 'fee' });
  },
});

const incremental = rule({
  rule: 'bumpfee/incremental',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction', 'getnetworkinfo'],
  run: async (t) => {
    const { incrementalfee } = await t.result<{ incrementalfee: Wire }>('getnetworkinfo');
    const from = await original(t);
    const bumped = await bump(t, from);
    const paidSat = bumped.paidFeeSat ?? bumped.feeSat;
    const [oldSize, newSize] = [BigInt(vsizeOf(from.transaction)), BigInt(vsizeOf(bumped.transaction))];
    // The old rate is rounded down to satoshis a kilobyte, and the fee that comes of the new rate to satoshis.
    const leastRate = (from.feeSat * 1000n) / oldSize + satoshis(incrementalfee);
    const leastSat = (leastRate * newSize) / 1000n;
    t.ok(paidSat >= leastSat, `the new fee is ${paidSat} sat for ${newSize} bytes, expected ${leastSat} or more: by the old rate and the incremental relay fee`, { path: 'fee' });
    const next = await original(t);
    const tooLow = await t.call('bumpfee', { txid: next.txid, options: { totalFee: Number(next.feeSat) + 1 } });
    t.ok(!tooLow.ok, 'a totalFee of 1 sat more than the old fee was taken', { check: 'refusal', path: 'options.totalFee' });
  },
});

const replaced = rule({
  rule: 'bumpfee/replaced',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction', 'getrawmempool'],
  run: async (t) => {
    const from = await original(t);
    const { txid } = await bump(t, from);
    const pool = await t.result<string[]>('getrawmempool');
    t.ok(txid !== from.txid, 'the transaction answered is the old one', { path: 'txid' });
    if (!t.target.capabilities.startNodes && pool.includes(from.txid) && !pool.includes(txid)) {
      t.inapplicable('the memory pool of this node keeps the old transaction, as one does that was started to replace nothing');
    }
    t.ok(pool.includes(txid), 'the new transaction is not in the memory pool');
    t.ok(!pool.includes(from.txid), 'the old transaction is still in the memory pool');
  },
});

const resultFees = rule({
  rule: ['bumpfee/result-fees', 'bumpfee/errors-empty'],
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const from = await original(t);
    const bumped = await bump(t, from);
    t.equal(bumped.origfeeSat, from.feeSat, 'the fee answered for the old transaction', { path: 'origfee' });
    t.equal(bumped.feeSat, bumped.paidFeeSat, 'the fee answered for the new transaction, by what its outputs leave', { path: 'fee' });
    t.ok(Array.isArray(bumped.errors) && bumped.errors.every((error) => typeof error === 'string'), 'errors is no list of texts', { path: 'errors' });
  },
});

const noNewInputs = rule({
  rule: 'bumpfee/no-new-inputs',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const from = await original(t);
    const { transaction } = await bump(t, from);
    const spent = transaction.inputs.map(({ txid, vout }) => `${txid}:${vout}`);
    t.equal(spent, [`${from.coin.txid}:${from.coin.vout}`], 'what the new transaction spends', { path: 'vin' });
  },
});

export const bumpfeeRules: readonly Case[] = [
  totalFee, totalFeeAbove, replaceableFalse, replaceableTrue, estimate, incremental, replaced, resultFees, noNewInputs,
];
