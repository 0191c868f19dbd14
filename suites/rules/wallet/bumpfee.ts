import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { newChangeAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, vsizeOf, type RawTransaction } from '../../../oracles/transaction.ts';
import type { OutputObjectArgument, PrevtxArgument } from '../../../specs/model/generated/wire.d.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { bump, original, type Original } from '../support/bumped-payment.ts';
import { payFromOutside } from '../support/outside-payment.ts';
import { replaceInPool } from '../support/replaced-family.ts';
import { makeTransaction, REPLACEABLE } from '../support/spending.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';
import { checkReplaced } from '../../support/replaceability.ts';

/** About 3 sat per byte, or twice what the pool requires: less than the estimate of most wallets without fee history. */
const LOW_FEE = { usualSat: 450n, vbytes: 160 } as const;

/** Satoshis per 1000 virtual bytes. */
const rateOf = (feeSat: bigint, transaction: RawTransaction): bigint => (feeSat * 1000n) / BigInt(vsizeOf(transaction));

/** Sequence numbers that signal replaceability without a relative lock time: 0x80000000 to 0xfffffffc. */
const optingIn = (integer: (min: number, max: number) => number): number => integer(0x80000000, 0xfffffffc);

const totalFee = rule({
  rule: 'bumpfee/total-fee',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const from = await original(t);
    const wantedSat = from.feeSat + BigInt(t.random.integer(20_000, 90_000));
    const bumped = await bump(t, from, { totalFee: Number(wantedSat) });
    t.equal(bumped.feeSat, wantedSat, 'fee with totalFee', { path: 'fee' });
    t.equal(bumped.paidFeeSat, wantedSat, 'the fee that the new transaction pays with totalFee', { path: 'fee' });
  },
});

/** Above the limit of a node or not: a refusal has a code, as each has. */
const totalFeeHuge = rule({
  rule: 'bumpfee/total-fee',
  case: 'huge',
  effect: ['wallet', 'chain'],
  run: async (t) => {
    const { txid } = await original(t);
    await t.call('bumpfee', { txid, options: { totalFee: 10_000_001 } });
    t.judged();
  },
});

const totalFeeAbove = rule({
  rule: 'bumpfee/total-fee-above',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const changeSat = BigInt(t.random.integer(60_000, 90_000));
    const from = await original(t, { change: changeSat });
    // The remaining change is so small that a node with a minimum output amount drops it.
    const leftSat = BigInt(t.random.integer(1, 200));
    const wantedSat = from.feeSat + changeSat - leftSat;
    const bumped = await bump(t, from, { totalFee: Number(wantedSat) });
    const dropped = bumped.transaction.outputs.length === 1;
    t.equal(bumped.feeSat, dropped ? wantedSat + leftSat : wantedSat, `fee with a totalFee that leaves ${leftSat} sat of change`, {
      path: 'fee',
    });
    t.equal(bumped.paidFeeSat, bumped.feeSat, 'the fee that the new transaction pays (compared with fee in the answer)', { path: 'fee' });
    t.ok(
      bumped.transaction.outputs.some(({ valueSat }) => valueSat === from.paidSat),
      'the new transaction does not pay the amount that the old one paid',
    );
  },
});

const replaceableFalse = rule({
  rule: 'bumpfee/replaceable-false',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const from = await original(t, { sequence: optingIn((min, max) => t.random.integer(min, max)) });
    const { transaction } = await bump(t, from, { replaceable: false });
    t.equal(transaction.inputs[0]?.sequence, 0xfffffffe, 'the sequence number of an input of the new transaction', {
      path: 'vin[0].sequence',
    });
  },
});

const replaceableTrue = rule({
  rule: 'bumpfee/replaceable-true',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    for (const options of [{ replaceable: true }, {}, undefined]) {
      const sequence = optingIn((min, max) => t.random.integer(min, max));
      const from = await original(t, { sequence });
      const { transaction } = await bump(t, from, options);
      const how = options?.replaceable === true ? 'replaceable true' : 'its default';
      t.equal(transaction.inputs[0]?.sequence, sequence, `the sequence number of an input of the new transaction with ${how}`, {
        path: 'vin[0].sequence',
      });
    }
  },
});

const estimate = rule({
  rule: 'bumpfee/estimate',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction', 'sendtoaddress'],
  run: async (t) => {
    await t.world.use('funds');
    const { addresses } = await t.world.use('foreignKey');
    const from = await original(t, { feeSat: await feeFor(t.world, LOW_FEE) });
    const bumped = await bump(t, from);
    // A payment for which the wallet estimates now, and for a transaction that may be replaced, as it did for the new one.
    const payment = { address: addresses.bech32, amount: '0.1', comment: '', comment_to: '', subtractfeefromamount: false };
    const paid = await t.world.result('sendtoaddress', { ...payment, replaceable: true });
    const { fee, hex } = await t.world.result('gettransaction', { txid: paid });
    const automatic = rateOf(-satoshis(fee ?? 0), parseTransaction(hex));
    const [old, fresh] = [rateOf(from.feeSat, from.transaction), rateOf(bumped.feeSat, bumped.transaction)];
    t.ok(fresh > old, `without options the new fee rate is ${fresh} sat/kB, expected more than the old one, ${old} sat/kB`, {
      path: 'fee',
    });
    // Above a low rate the estimate decides, not the increment.
    if (automatic < 4n * old) return;
    t.ok(
      fresh * 4n > automatic * 3n,
      `without options the new fee rate is ${fresh} sat/kB, expected about ${automatic} sat/kB, the estimate by which the wallet pays`,
      { path: 'fee' },
    );
  },
});

const incremental = rule({
  rule: 'bumpfee/incremental',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction', 'getnetworkinfo'],
  run: async (t) => {
    const { incrementalfee } = await t.result('getnetworkinfo');
    const from = await original(t);
    const bumped = await bump(t, from);
    const paidSat = bumped.paidFeeSat ?? bumped.feeSat;
    const [oldSize, newSize] = [BigInt(vsizeOf(from.transaction)), BigInt(vsizeOf(bumped.transaction))];
    // The old rate is rounded down to satoshis per kilobyte, and the fee at the new rate to satoshis.
    const leastRate = (from.feeSat * 1000n) / oldSize + satoshis(incrementalfee);
    const leastSat = (leastRate * newSize) / 1000n;
    t.ok(
      paidSat >= leastSat,
      `the new fee is ${paidSat} sat for ${newSize} bytes, expected at least ${leastSat} sat (old rate plus incremental relay fee)`,
      { path: 'fee' },
    );
    const next = await original(t);
    const tooLow = await t.call('bumpfee', { txid: next.txid, options: { totalFee: Number(next.feeSat) + 1 } });
    t.ok(!tooLow.ok, 'bumpfee accepted a totalFee of 1 sat more than the old fee', { check: 'refusal', path: 'options.totalFee' });
  },
});

const replaced = rule({
  rule: 'bumpfee/replaced',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction', 'getrawmempool'],
  run: async (t) => {
    const from = await original(t);
    const {
      answer: { txid },
    } = await bump(t, from);
    t.ok(txid !== from.txid, 'txid is that of the old transaction', { path: 'txid' });
    await checkReplaced(t, from.txid, txid);
    // Whether it can be replaced once more, no sentence says.
    const again = await t.call('bumpfee', { txid: from.txid });
    t.ok(!again.ok || !(await t.result('getrawmempool')).includes(from.txid), 'the old transaction is in the memory pool again');
  },
});

/** No transaction replaces one that a block has. */
const replacedConfirmed = rule({
  rule: 'bumpfee/replaced',
  case: 'confirmed',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const { txid } = await original(t);
    await t.world.mine(1);
    const { confirmations } = await t.result('gettransaction', { txid });
    if (Number(confirmations) < 1) t.inapplicable('the node does not mine the payment');
    await cannotBeBumped(t, txid, { why: 'the transaction is confirmed', path: 'confirmed' });
  },
});

/** The wallet cannot sign for the inputs of a payment that it received, from a transaction of which it knows nothing. */
const replacedReceived = rule({
  rule: 'bumpfee/replaced',
  case: 'received',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction', 'getrawmempool', 'signrawtransactionwithkey'],
  run: async (t) => {
    const { world } = t;
    const key = await world.fresh('foreignKey');
    const { amountSat, ...unknown } = await payFromOutside(world, key.addresses.bech32);
    const hexstring = await world.result('createrawtransaction', {
      inputs: [{ ...unknown, sequence: REPLACEABLE }],
      outputs: [{ [await newChangeAddress(world)]: formatSat(amountSat - (await feeFor(world))) }],
    });
    const { hex } = await world.result('signrawtransactionwithkey', { hexstring, privkeys: [key.wif] });
    const txid = await sendTransaction(world, hex);
    await t.result('gettransaction', { txid });
    const answer = await t.call('bumpfee', { txid });
    const pool = await t.result('getrawmempool');
    t.equal(pool.includes(txid), !answer.ok, 'whether the memory pool has a received payment after bumpfee (true if it was refused)');
  },
});

const resultFees = rule({
  rule: ['bumpfee/result-fees', 'bumpfee/errors-empty'],
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const from = await original(t);
    const bumped = await bump(t, from);
    t.equal(satoshis(bumped.answer.origfee), from.feeSat, 'origfee', { path: 'origfee' });
    t.equal(bumped.feeSat, bumped.paidFeeSat, 'fee (compared with the inputs less the outputs of the new transaction)', { path: 'fee' });
    const { errors } = bumped.answer;
    t.ok(Array.isArray(errors) && errors.every((error) => typeof error === 'string'), 'errors is not a list of strings', {
      path: 'errors',
    });
  },
});

const noNewInputs = rule({
  rule: 'bumpfee/no-new-inputs',
  effect: ['wallet', 'chain'],
  uses: ['gettransaction'],
  run: async (t) => {
    const from = await original(t);
    const { transaction } = await bump(t, from);
    const spent = transaction.inputs.map(outpointText);
    t.equal(spent, [`${from.coin.txid}:${from.coin.vout}`], 'the outputs that the new transaction spends', { path: 'vin' });
  },
});

/** Records a finding unless bumpfee is refused. */
async function cannotBeBumped(
  t: Trial,
  txid: string,
  { why, path }: { readonly why: string; readonly path: string },
  options?: { readonly totalFee: number },
): Promise<void> {
  const answer = await t.call('bumpfee', { txid, options });
  t.ok(!answer.ok, `bumpfee succeeded, expected a refusal: ${why}`, { check: 'refusal', path });
}

/** No change, or less change than the requested fee. */
async function changeTooSmall(t: Trial): Promise<void> {
  const without = await original(t, { change: 'none' });
  await cannotBeBumped(t, without.txid, { why: 'the transaction has no change to reduce', path: 'change.none' });
  const some = await original(t, { change: 60_000n });
  const totalFee = Number(some.feeSat) + t.random.integer(60_001, 200_000);
  await cannotBeBumped(t, some.txid, { why: 'the change is smaller than the difference to totalFee', path: 'change.small' }, { totalFee });
}

/** Spends the payment of the original, with a key outside the wallet. */
async function spendFromOutside(t: Trial, from: Original): Promise<void> {
  const { world } = t;
  const target = await world.fresh('foreignKey');
  const { txid, paidSat } = from;
  const outputs: OutputObjectArgument = { [target.addresses.bech32]: formatSat(paidSat - (await feeFor(world))) };
  const hexstring = await world.result('createrawtransaction', { inputs: [{ txid, vout: 0 }], outputs });
  const scriptPubKey = toHex(from.transaction.outputs[0]?.script ?? new Uint8Array());
  const spent: PrevtxArgument = { txid, vout: 0, scriptPubKey, amount: formatSat(paidSat) };
  const { hex } = await world.result('signrawtransactionwithkey', { hexstring, privkeys: [from.payee.wif], prevtxs: [spent] });
  await sendTransaction(world, hex);
}

async function spentInPool(t: Trial): Promise<void> {
  const from = await original(t);
  await spendFromOutside(t, from);
  await cannotBeBumped(t, from.txid, { why: 'a transaction in the memory pool spends its output', path: 'pool' });
}

/** A wallet transaction spends the change; if the pool replaces, it is then replaced in the pool. */
async function spentInWallet(t: Trial): Promise<void> {
  const { world } = t;
  // First, since getting coins may require mining.
  const other = { ...(await world.fresh('spendable')), sequence: REPLACEABLE };
  const from = await original(t);
  const change = { txid: from.txid, vout: 1, sequence: REPLACEABLE };
  const [own, changeSat, feeSat] = [await newChangeAddress(world), from.changeSat ?? 0n, await feeFor(world)];
  const child = await sendTransaction(world, await makeTransaction(world, [change, other], [[own, changeSat + other.amountSat - feeSat]]));
  await cannotBeBumped(t, from.txid, { why: 'a transaction of the wallet, in the pool, spends its change', path: 'wallet' });
  const better = await makeTransaction(world, [other], [[own, other.amountSat - 20n * feeSat]]);
  if (!(await replaceInPool(t, better, child))) return;
  await cannotBeBumped(t, from.txid, { why: 'a transaction of the wallet, not in the pool, spends its change', path: 'wallet' });
}

const tooSmall = rule({
  rule: 'bumpfee/change-too-small',
  effect: ['wallet', 'chain'],
  run: changeTooSmall,
});

const inWallet = rule({
  rule: 'bumpfee/spent-in-wallet',
  effect: ['wallet', 'chain'],
  uses: ['sendrawtransaction', 'getrawmempool'],
  run: spentInWallet,
});

const inPool = rule({
  rule: 'bumpfee/spent-in-pool',
  effect: ['wallet', 'chain'],
  uses: ['signrawtransactionwithkey'],
  run: spentInPool,
});

const optIn = rule({
  rule: 'bumpfee/opt-in',
  effect: ['wallet', 'chain'],
  uses: ['getrawmempool'],
  run: async (t) => {
    const final = await original(t, { sequence: t.random.pick([0xfffffffe, 0xffffffff]) });
    await cannotBeBumped(t, final.txid, { why: 'the transaction does not signal replaceability', path: 'final' });
    t.ok((await t.result('getrawmempool')).includes(final.txid), 'a transaction that does not signal replaceability left the memory pool');
    const replaceable = await original(t);
    const { name } = await t.world.use('secondWallet');
    const foreign = await t.call('bumpfee', { txid: replaceable.txid }, { wallet: name });
    t.ok(!foreign.ok, 'bumpfee succeeded, expected a refusal: the transaction does not belong to the wallet', {
      check: 'refusal',
      path: 'foreign',
    });
  },
});

const errorRow = row({
  table: 'errors',
  row: 'bumpfee-fails',
  effect: ['wallet', 'chain'],
  run: async (t) => {
    await changeTooSmall(t);
    await spentInPool(t);
    const spent = await original(t);
    const own = await newChangeAddress(t.world);
    await sendTransaction(
      t.world,
      await makeTransaction(t.world, [{ txid: spent.txid, vout: 1 }], [[own, (spent.changeSat ?? 0n) - (await feeFor(t.world))]]),
    );
    await cannotBeBumped(t, spent.txid, { why: 'a transaction of the wallet spends its change', path: 'wallet' });
  },
});

export const bumpfeeRules: readonly Case[] = [
  totalFee,
  totalFeeHuge,
  totalFeeAbove,
  replaceableFalse,
  replaceableTrue,
  estimate,
  incremental,
  replaced,
  replacedConfirmed,
  replacedReceived,
  resultFees,
  noNewInputs,
  tooSmall,
  inWallet,
  inPool,
  optIn,
  errorRow,
];
