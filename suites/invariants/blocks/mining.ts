import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { parseBlock, targetOf } from '../../../oracles/block.ts';
import { fromHex, toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, txidOf, weightOf, wtxidOf } from '../../../oracles/transaction.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { decoded } from '../../support/decoded.ts';
import { invariant } from '../invariant.ts';
import { poolIds } from '../mempool/reading.ts';
import { commitmentOutput, made, OPEN_SCRIPT, type Content } from '../../support/own-blocks.ts';
import { refuses, takes } from './judged-blocks.ts';
import { coinOf, openCoins, ownBlockOf, segwit, spending, witnessed, type OpenCoin, type Opening } from './open-coins.ts';

/** BIP 141: weight of a block, and cost of its signature operations. */
const MOST_WEIGHT = 4_000_000;
const MOST_OPERATIONS = 80_000;
/** What nodes of the family relay: transactions of a weight up to 400,000, and operations up to 16,000. */
const OUTPUTS = 2_323;
const MULTISIGS = 190;
const FEW_MULTISIGS = 15;
const MULTISIG_COST = 20;
const COSTLY_INPUTS = 4;
/** A block that nodes of the family fill as far as they may holds no more of these. */
const LARGE = 11;
const COSTLY = 6;
const OUTPUT_VBYTES = 43;
/** More than dust in every release. */
const SPARE_SAT = 12_000n;
/** Virtual bytes that an operation weighs for the fee. */
const OPERATION_VBYTES = 20 / 4;

/** The transaction with so much less in its first output. */
function leaving({ outputs: [first, ...others], ...content }: Content, feeSat: bigint): Content {
  return { ...content, outputs: [{ valueSat: (first?.valueSat ?? 0n) - feeSat, script: first?.script ?? OPEN_SCRIPT }, ...others] };
}

async function send(t: Trial, content: Content): Promise<string> {
  return t.result('sendrawtransaction', { hexstring: toHex(made(content).bytes) });
}

/** Lets the node mine a block of its pool: it must make a valid one. Returns its hash. */
async function mineOne(t: Trial): Promise<string> {
  const block = await ownBlockOf(t);
  const hash = 'hash' in block ? block.hash : undefined;
  t.equal(await t.result('getbestblockhash'), hash, 'the tip after generatetoaddress (compared with what it returned)');
  return hash ?? '';
}

/** Mines until all of them are in blocks that are within the limits. Those that are in none are in the pool. */
async function judgeUntilMined(t: Trial, sent: readonly string[], costOf: (txid: string) => number = () => 0): Promise<void> {
  const left = new Set(sent);
  for (let blocks = 0; left.size > 0; blocks++) {
    if (!t.ok(blocks < sent.length, `${left.size} of ${sent.length} transactions are in no block after ${blocks} blocks`)) return;
    const blockhash = await mineOne(t);
    const bytes = fromHex(await t.result('getblock', { blockhash, verbosity: 0 }));
    const { transactions, size, strippedSize } = decoded(t, 'the serialized block', () => parseBlock(bytes));
    const weight = strippedSize * 3 + size;
    t.ok(weight <= MOST_WEIGHT, `the weight of a block that the node made is ${weight}`);
    const ids = transactions.map(txidOf);
    const cost = ids.reduce((sum, txid) => sum + costOf(txid), 0);
    t.ok(cost <= MOST_OPERATIONS, `the operations of a block that the node made cost ${cost}`);
    for (const txid of ids) left.delete(txid);
    t.equal((await poolIds(t)).toSorted(), [...left].toSorted(), 'the list of the pool (compared with what is in no block yet)');
  }
}

async function judgeWeights(t: Trial): Promise<void> {
  const { coins } = await openCoins(t, Array<typeof segwit>(LARGE).fill(segwit));
  const sent: string[] = [];
  for (const [index, coin] of coins.entries()) {
    const others = Array.from({ length: OUTPUTS }, () => ({ valueSat: SPARE_SAT, script: segwit.script }));
    const outputs = [{ valueSat: coin.amountSat - SPARE_SAT * BigInt(OUTPUTS), script: segwit.script }, ...others];
    const feeSat = await feeFor(t.world, { vbytes: (OUTPUTS + 3) * OUTPUT_VBYTES });
    sent.push(await send(t, leaving(spending([coin], { outputs }), feeSat + BigInt(index))));
  }
  await judgeUntilMined(t, sent);
}

async function judgeOperations(t: Trial): Promise<void> {
  const checking = (multisigs: number): Opening => witnessed(`0 IF ${'CHECKMULTISIG '.repeat(multisigs)} ENDIF 1`);
  const { coins } = await openCoins(t, [...Array<Opening>(COSTLY * COSTLY_INPUTS + 1).fill(checking(MULTISIGS)), checking(FEW_MULTISIGS)]);
  const costs = new Map<string, number>();
  const pay = async (spent: readonly OpenCoin[], multisigs: number): Promise<void> => {
    const content = spending(spent);
    // The same fee for all, so that the one that costs less pays the most for it.
    const feeSat = await feeFor(t.world, { vbytes: MULTISIGS * COSTLY_INPUTS * MULTISIG_COST * OPERATION_VBYTES });
    const outputs = content.outputs.map((output) => ({ ...output, script: segwit.script }));
    costs.set(await send(t, leaving({ ...content, outputs }, feeSat)), multisigs * MULTISIG_COST);
  };
  // Five of these and the small one cost a little more than a block may.
  for (let at = 0; at < COSTLY; at++) await pay(coins.slice(at * COSTLY_INPUTS, (at + 1) * COSTLY_INPUTS), MULTISIGS * COSTLY_INPUTS);
  await pay(coins.slice(-2), MULTISIGS + FEW_MULTISIGS);
  await judgeUntilMined(t, [...costs.keys()], (txid) => costs.get(txid) ?? 0);
}

/** Families of which children pay more than parents, and parents more than children. */
async function sendFamilies(
  t: Trial,
  coins: readonly OpenCoin[],
): Promise<readonly { readonly content: Content; readonly feeSat: bigint }[]> {
  const all: { readonly content: Content; readonly feeSat: bigint }[] = [];
  const low = await feeFor(t.world, { vbytes: 500 });
  const pay = async (spent: readonly OpenCoin[], times: bigint, children: number): Promise<readonly OpenCoin[]> => {
    const sum = spent.reduce((total, { amountSat }) => total + amountSat, 0n);
    const outputs = Array.from({ length: children }, () => ({ valueSat: sum / BigInt(children), script: segwit.script }));
    const content = leaving(spending(spent, { outputs }), low * times - (sum - (sum / BigInt(children)) * BigInt(children)));
    await send(t, content);
    all.push({ content, feeSat: low * times });
    return outputs.map((_, vout) => coinOf(content, vout, segwit.input));
  };
  const [a, b, c] = coins as [OpenCoin, OpenCoin, OpenCoin];
  const [left, right] = (await pay([a], 1n, 2)) as [OpenCoin, OpenCoin];
  const [poor] = (await pay([b], 1n, 1)) as [OpenCoin];
  const [rich] = (await pay([c], 9n, 1)) as [OpenCoin];
  const [middle] = (await pay([left], 5n, 1)) as [OpenCoin];
  const [joint] = (await pay([right, middle, poor], 20n, 1)) as [OpenCoin];
  await pay([joint], 2n, 1);
  await pay([rich], 1n, 1);
  return all;
}

async function judgeFamilies(t: Trial): Promise<void> {
  const { coins } = await openCoins(t, [segwit, segwit, segwit]);
  const sent = await sendFamilies(t, coins);
  await judgeUntilMined(
    t,
    sent.map(({ content }) => txidOf(made(content))),
  );
}

type Members = { readonly [member: string]: Wire };

async function judgeTemplate(t: Trial): Promise<void> {
  const { coins, tip } = await openCoins(t, [segwit, segwit, segwit]);
  const empty = await template(t);
  const sent = await sendFamilies(t, coins);
  const shown = await template(t);
  const listed = listedIn(t, shown);
  t.equal(shown['previousblockhash'], tip.hash, 'previousblockhash of a template');
  t.equal(shown['height'], tip.height + 1, 'height of a template');
  const { target, mintime } = shown;
  if (target !== undefined) t.equal(target, targetOf(tip.bits).toString(16).padStart(64, '0'), 'target of a template (BIP 23)');
  t.equal(Number.parseInt(String(shown['bits']), 16), tip.bits, 'bits of a template');
  const now = Number(shown['curtime']);
  const least = mintime === undefined ? tip.medianTime + 1 : Number(mintime);
  t.ok(least > tip.medianTime, `mintime of a template is ${least}, but the median time of the blocks before it is ${tip.medianTime}`);
  t.ok(now >= least, `curtime of a template is ${now}, expected ${least} or more`);
  const fees = new Map(sent.map(({ content, feeSat }) => [txidOf(made(content)), feeSat]));
  const ids = listed.map(({ txid }) => String(txid));
  t.equal(ids.toSorted(), [...fees.keys()].toSorted(), 'the list of transactions of a template (compared with the pool)');
  const transactions = listed.map(({ data }) => decoded(t, 'a transaction of a template', () => parseTransaction(String(data))));
  for (const [index, transaction] of transactions.entries()) {
    const { txid, hash, depends, fee, weight } = listed[index] as Members;
    t.equal([txid, hash], [txidOf(transaction), wtxidOf(transaction)], 'txid and hash in a template');
    if (fee !== undefined) t.equal(fee, Number(fees.get(String(txid))), 'fee in a template');
    if (weight !== undefined) t.equal(weight, weightOf(transaction), 'weight in a template (BIP 145)');
    const parents = transaction.inputs.map((input) => ids.indexOf(input.txid) + 1).filter((at) => at > 0);
    t.equal([...((depends ?? []) as number[])].sort(), [...new Set(parents)].sort(), 'depends in a template');
    for (const at of parents) t.ok(at <= index, `a template has a transaction at ${index + 1} that spends one at ${at}`);
  }
  const feeSat = sent.reduce((sum, one) => sum + one.feeSat, 0n);
  const value = valueIn(t, shown);
  t.equal(value, valueIn(t, empty) + feeSat, 'coinbasevalue of a template with transactions (compared with one without)');
  const { default_witness_commitment: commitment } = shown;
  if (commitment !== undefined)
    t.equal(commitment, toHex(commitmentOutput(transactions).script), 'default_witness_commitment of a template (BIP 145)');
  const paying = (valueSat: bigint) => ({
    version: Number(shown['version']),
    time: now,
    transactions,
    coinbase: (usual: Content): Content => ({ ...usual, outputs: [{ valueSat, script: OPEN_SCRIPT }, ...usual.outputs.slice(1)] }),
  });
  await refuses(t, tip, 'a coinbase of a million coins more than a template allows', paying(value + 10n ** 14n));
  await takes(t, tip, 'what a template of the node has', paying(value));
}

/** What getblocktemplate returns. A node need not have it. */
async function template(t: Trial): Promise<Members> {
  const reply = await t.world.service.call('getblocktemplate', { template_request: { rules: ['segwit', 'mweb'] } });
  if (reply.type !== 'result')
    return t.inapplicable(`the node gives no template of a block${reply.type === 'error' ? `: ${reply.error.message}` : ''}`);
  return reply.result as Members;
}

/** The transactions of a template. Ends the case if there is no list of them. */
function listedIn(t: Trial, { transactions }: Members): readonly Members[] {
  if (!t.ok(Array.isArray(transactions), 'a template has no list of transactions')) throw new CaseOver();
  return transactions as readonly Members[];
}

/** What a template lets the coinbase pay. */
function valueIn(t: Trial, { coinbasevalue }: Members): bigint {
  const value = Number(coinbasevalue);
  // BIP 22: a node may give the whole coinbase in its place.
  return Number.isSafeInteger(value) ? BigInt(value) : t.inapplicable('a template of the node has no coinbasevalue');
}

const own = {
  effect: ['chain'],
  evidence: 'standard',
  ownNode: true,
  methods: [
    'getbestblockhash',
    'getblockheader',
    'getblock',
    'getrawmempool',
    'sendrawtransaction',
    'getmempoolinfo',
    'generatetoaddress',
    'submitblock',
  ],
} as const;

export const blockMiningInvariants: readonly Case[] = [
  invariant({
    ...own,
    id: 'blocks/mined-weight',
    text: 'A node with more in its pool than a block may weigh makes valid blocks, and keeps the rest.',
    source: 'BIP 141, Block size',
    run: judgeWeights,
  }),
  invariant({
    ...own,
    id: 'blocks/mined-operations',
    text: 'A node with more signature operations in its pool than a block may have makes valid blocks, and keeps the rest.',
    source: 'BIP 141, Sigops',
    run: judgeOperations,
  }),
  invariant({
    ...own,
    id: 'blocks/mined-families',
    text: 'A node makes a valid block of transactions that spend one another, whatever each of them pays.',
    source: 'consensus of the family',
    run: judgeFamilies,
  }),
  invariant({
    ...own,
    methods: [...own.methods, 'getblocktemplate'],
    id: 'blocks/template',
    text: 'A template has what a valid block on the tip needs: its transactions in order, their fees, and what the coinbase may pay.',
    source: 'BIP 22, BIP 23, BIP 145',
    run: judgeTemplate,
  }),
];
