import { MATURITY } from '../../../fixtures/world/ingredients/coin-pool.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { assemble } from '../../../oracles/assemble.ts';
import { joined } from '../../../oracles/bytes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { invariant } from '../invariant.ts';
import { blockOn, extend, OPEN_SCRIPT, placeOf, submitOwn, tipPlace, type BlockPlan, type Content } from '../../support/own-blocks.ts';
import { refuses, takes, wholeBlocks } from './judged-blocks.ts';
import { bare, coinOf, mineAway, openCoins, rewardOf, spending, witnessed, type OpenCoin } from './open-coins.ts';

/** BIP 141: the largest block without a witness has this many bytes. */
const MOST_BYTES = 1_000_000;
/** BIP 141: the operations of a block cost at most 80,000; one outside of a witness costs 4. */
const MOST_OPERATIONS = 80_000;
const OUTSIDE = 4;
/** A CHECKMULTISIG without a number of keys before it counts 20. */
const MULTISIG_COST = 20;
const MULTISIGS = 190;
/** Two hours: the time that a block may be ahead of the clock. */
const MOST_AHEAD_S = 7_200;

/** With another output in the coinbase. */
const withOutput = (script: Uint8Array): BlockPlan => ({
  coinbase: (usual) => ({ ...usual, outputs: [...usual.outputs, { valueSat: 0n, script }] }),
});

async function judgeSizes(t: Trial): Promise<void> {
  const { tip } = await openCoins(t, [bare]);
  const returning = (length: number): BlockPlan => withOutput(joined([0x6a], new Uint8Array(length - 1)));
  // The length of a long script takes four bytes more than that of a short one.
  const filling = MOST_BYTES - blockOn(t, tip, returning(1)).bytes.length - 4 + 1;
  await refuses(t, tip, 'a byte more than a block may have', returning(filling + 1));
  await takes(t, tip, 'as many bytes as a block may have', returning(filling));
}

async function judgeOperations(t: Trial): Promise<void> {
  const costly = witnessed(`0 IF ${'CHECKMULTISIG '.repeat(MULTISIGS)} ENDIF 1`);
  const each = MULTISIGS * MULTISIG_COST;
  const count = Math.floor(MOST_OPERATIONS / each);
  const { coins, tip } = await openCoins(t, Array<typeof costly>(count).fill(costly));
  const half = count >> 1;
  const transactions = [spending(coins.slice(0, half)), spending(coins.slice(half))];
  const left = (MOST_OPERATIONS - each * count) / OUTSIDE;
  const checking = (operations: number): BlockPlan => withOutput(assemble('CHECKSIG '.repeat(operations)));
  const bareLimit = MOST_OPERATIONS / OUTSIDE;
  await refuses(t, tip, 'an operation too many outside of witnesses', checking(bareLimit + 1));
  await refuses(t, tip, 'an operation too many, most of them in witnesses', withCommitment(checking(left + 1), transactions));
  const at = await takes(
    t,
    tip,
    'as many operations as it may have, most of them in witnesses',
    withCommitment(checking(left), transactions),
  );
  await takes(t, at, 'as many operations as it may have outside of witnesses', checking(bareLimit));
}

/** The plan with transactions with witnesses: the commitment to them stays the last output. */
const withCommitment = (plan: BlockPlan, transactions: readonly Content[]): BlockPlan => ({
  transactions,
  coinbase: (usual) => {
    const changed = plan.coinbase?.({ ...usual, outputs: usual.outputs.slice(0, -1) }) ?? usual;
    return { ...changed, outputs: [...changed.outputs, ...usual.outputs.slice(-1)] };
  },
});

async function judgeMaturity(t: Trial): Promise<void> {
  const { coins, tip } = await openCoins(t, [bare]);
  const [coin] = coins as [OpenCoin];
  const young: BlockPlan = {
    coinbase: (usual) => ({ ...usual, outputs: [{ valueSat: 1_000n, script: OPEN_SCRIPT }] }),
    transactions: [spending([coin])],
  };
  const { coinbase, bytes } = blockOn(t, tip, young);
  await submitOwn(t, bytes);
  const at = await tipPlace(t);
  if (at.height !== tip.height + 1) t.inapplicable('the node does not take a block made by Pyx');
  const immature = coinOf(coinbase);
  await refuses(t, at, 'the coin of the coinbase before it', { transactions: [spending([immature])] });
  await refuses(t, at, 'the coin of the coinbase before it, beside another', {
    transactions: [spending([coinOf(spending([coin])), immature])],
  });
  const last = await placeOf(t, await mineAway(t, MATURITY - 2));
  await refuses(t, last, 'the coin of a coinbase 99 blocks below it', { transactions: [spending([immature])] });
  await takes(t, await extend(t, last), 'the coin of a coinbase 100 blocks below it', { transactions: [spending([immature])] });
}

async function judgeRewards(t: Trial): Promise<void> {
  const { coins, tip } = await openCoins(t, [bare, bare, bare, bare]);
  const fees = [1_000n, 20_000n] as const;
  // What the node itself claims at this height, for a block without transactions.
  const blockhash = await mineAway(t, 1);
  const subsidySat = await rewardOf(t, blockhash);
  const undone = await t.world.service.call('invalidateblock', { blockhash });
  if (undone.type !== 'result') t.inapplicable('the node cannot take a block off its chain');
  const paying = coins.slice(0, 2).map((coin, index) => {
    const { outputs, ...content } = spending([coin]);
    return { ...content, outputs: outputs.map((output) => ({ ...output, valueSat: output.valueSat - (fees[index] ?? 0n) })) };
  });
  const claiming = (valueSat: bigint, transactions: readonly Content[]): BlockPlan => ({
    transactions,
    time: tip.time + 2,
    coinbase: (usual) => ({
      ...usual,
      outputs: [
        { valueSat: valueSat - 1n, script: OPEN_SCRIPT },
        { valueSat: 1n, script: OPEN_SCRIPT },
      ],
    }),
  });
  const all = subsidySat + fees[0] + fees[1];
  // Where a superblock is due, its budget comes on top: of two heights in a row it is due at one.
  const refused = await isRefused(t, claiming(all + 1n, paying));
  const isTaken = await isRefused(t, claiming(subsidySat + 1n, []));
  t.ok(refused || isTaken, 'two blocks became the tip although their coinbases pay a satoshi more than subsidy and fees');
  if (!refused) return;
  await takes(t, tip, 'a coinbase that pays subsidy and fees', claiming(all, paying));
}

/** Whether the node leaves its tip when the block on it is submitted. */
async function isRefused(t: Trial, plan: BlockPlan): Promise<boolean> {
  const tip = await tipPlace(t);
  await submitOwn(t, blockOn(t, tip, plan).bytes);
  return (await t.result('getbestblockhash')) === tip.hash;
}

/** BIP 30: no transaction with the id of an earlier one that has unspent outputs. Only a coinbase can have it. */
async function judgeDuplicates(t: Trial): Promise<void> {
  const { tip } = await openCoins(t, [bare]);
  const scriptSig = assemble(`<${t.random.hex(8)}>`);
  const same: BlockPlan = { coinbase: (usual) => ({ ...usual, inputs: usual.inputs.map((input) => ({ ...input, scriptSig })) }) };
  if (await isRefused(t, same)) t.inapplicable('the node wants the height in coinbases (BIP 34), so that no two can be the same');
  const first = await tipPlace(t);
  await refuses(t, first, 'the coinbase of the block before it', same);
  const at = await extend(t, first);
  await refuses(t, at, 'the coinbase of an earlier block', same);
  await takes(t, at, 'another coinbase', {});
  t.ok(tip.height + 1 === first.height, 'the first block of the case is not on the tip');
}

/** The time of a block is above the median time of those before it, and at most two hours ahead of the clock. */
function judgeTimes(t: Trial): Promise<void> {
  return withMockTime(t, async (at) => {
    const { tip } = await openCoins(t, [bare]);
    const now = tip.time + 60;
    await at(now);
    await refuses(t, tip, 'the median time of the blocks before it', { time: tip.medianTime });
    await refuses(t, tip, 'a time more than two hours ahead', { time: now + MOST_AHEAD_S + 1 });
    const next = await takes(t, tip, 'a second above the median time of the blocks before it', { time: tip.medianTime + 1 });
    await takes(t, next, 'a time two hours ahead', { time: now + MOST_AHEAD_S });
  });
}

export const blockLimitInvariants: readonly Case[] = [
  invariant({
    ...wholeBlocks,
    id: 'blocks/sizes',
    text: 'A block without a witness has at most a million bytes.',
    source: 'BIP 141, Block size',
    run: judgeSizes,
  }),
  invariant({
    ...wholeBlocks,
    id: 'blocks/operations',
    text: 'The signature operations of a block cost at most 80,000, where those outside of witnesses cost 4.',
    source: 'BIP 141, Sigops',
    run: judgeOperations,
  }),
  invariant({
    ...wholeBlocks,
    id: 'blocks/maturity',
    text: 'A block spends the coin of a coinbase only a hundred blocks above it.',
    source: 'consensus of the family',
    run: judgeMaturity,
  }),
  invariant({
    ...wholeBlocks,
    methods: [...wholeBlocks.methods, 'invalidateblock'],
    id: 'blocks/rewards',
    text: 'A coinbase pays at most the subsidy and the fees of the block.',
    source: 'consensus of the family',
    run: judgeRewards,
  }),
  invariant({
    ...wholeBlocks,
    id: 'blocks/duplicates',
    text: 'A block has no transaction with the id of an earlier one whose outputs are not all spent.',
    source: 'BIP 30',
    run: judgeDuplicates,
  }),
  invariant({
    ...wholeBlocks,
    id: 'blocks/times',
    text: 'The time of a block is above the median time of the eleven before it, and at most two hours ahead of the clock.',
    source: 'consensus of the family',
    run: judgeTimes,
  }),
];
