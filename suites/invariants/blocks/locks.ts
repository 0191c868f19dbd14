import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import { extend, tipPlace, type Content, type Place } from '../../support/own-blocks.ts';
import { refuses, takes, wholeBlocks } from './judged-blocks.ts';
import { bare, coinOf, mineAway, openCoins, spending, witnessed, type OpenCoin } from './open-coins.ts';
import { isInForce } from './rules-in-force.ts';

/** From this height on the chains of the family that bury the rules have them on regtest, if not from the start. */
const BURIED_HEIGHT = 432;
/** BIP 68: a sequence without a lock, one that locks by time, and the seconds of one step. */
const NO_LOCK = 0x80000000;
const BY_TIME = 0x00400000;
const STEP_S = 512;
/** A bit of a sequence that BIP 68 gives no meaning. */
const NO_MEANING = 0x00010000;
const RELATIVE_VERSION = 2;
/** Blocks with a time until it is the median time, on blocks with earlier times. */
const MEDIAN_BLOCKS = 6;

/** A chain on which the rules are in force, with as many coins in its last block as are asked for. */
async function lockedCoins(
  t: Trial,
  count: number,
): Promise<{ readonly coins: readonly OpenCoin[]; readonly before: Place; readonly tip: Place }> {
  const { coins: sources, tip } = await openCoins(t, [bare, witnessed('5 CHECKSEQUENCEVERIFY DROP 1')]);
  const [source, sequenced] = sources as [OpenCoin, OpenCoin];
  if (!(await isInForce(t, 'csv')) && tip.height < BURIED_HEIGHT) await mineAway(t, BURIED_HEIGHT - tip.height);
  if (!(await isInForce(t, 'csv'))) t.inapplicable('the node does not say that the rules of BIPs 68, 112 and 113 are in force');
  const before = await tipPlace(t);
  const share = source.amountSat / BigInt(count);
  const split = spending([source], { outputs: Array.from({ length: count }, () => ({ valueSat: share, script: bare.script })) });
  const after = await extend(t, before, { transactions: [split] });
  return { coins: [...Array.from({ length: count }, (_, vout) => coinOf(split, vout)), sequenced], before, tip: after };
}

const locked = (coins: readonly OpenCoin[], sequences: readonly number[], part: Partial<Content> = {}): Content =>
  spending(coins, { version: RELATIVE_VERSION, sequences, ...part });

async function judgeHeights(t: Trial): Promise<void> {
  const { coins, tip } = await lockedCoins(t, 7);
  const [a, b, c, d, e, f, g, sequenced] = coins as [OpenCoin, OpenCoin, OpenCoin, OpenCoin, OpenCoin, OpenCoin, OpenCoin, OpenCoin];
  const refusesSequence = (what: string, coin: OpenCoin, sequence: number, part?: Partial<Content>): Promise<void> =>
    refuses(t, tip, what, { transactions: [locked([coin], [sequence], part)] });
  // The coins are in the tip: the next block is one above them.
  await refusesSequence('a coin that is locked for two blocks, after one', a, 2);
  await refusesSequence('a locked coin in a transaction of version 3', a, 2, { version: 3 });
  await refusesSequence('a locked coin in a transaction of version -1, which is unsigned', a, 2, { version: -1 });
  await refusesSequence('a lock with a bit that has no meaning', a, NO_MEANING | 2);
  await refuses(t, tip, 'one locked coin of two', { transactions: [locked([a, b], [NO_LOCK, 2])] });
  await refuses(t, tip, 'one locked coin of two, the first', { transactions: [locked([a, b], [2, NO_LOCK])] });
  await refuses(t, tip, 'a coin of the same block that is locked for a block', {
    transactions: [locked([a], [0]), locked([coinOf(locked([a], [0]))], [1])],
  });
  await refusesSequence('a sequence below the lock of a script (BIP 112)', sequenced, 4);
  await refusesSequence('a sequence without a lock where a script has one (BIP 112)', sequenced, NO_LOCK);
  const free = locked([f], [0]);
  const at = await takes(t, tip, 'coins whose locks are reached or do not count', {
    transactions: [
      locked([b], [1]),
      locked([c], [NO_LOCK | 1_000]),
      locked([d], [1_000], { version: 1 }),
      locked([e, g], [NO_LOCK | 1_000, 1]),
      free,
      locked([coinOf(free)], [0]),
      locked([sequenced], [5]),
    ],
  });
  await takes(t, at, 'a coin that was locked for two blocks, after two', { transactions: [locked([a], [2])] });
}

/** Blocks after which the median time is `time`. Each block has this time. */
async function untilMedian(t: Trial, tip: Place, time: number): Promise<Place> {
  let at = tip;
  for (let blocks = 0; blocks < MEDIAN_BLOCKS; blocks++) at = await extend(t, at, { time });
  t.equal(at.medianTime, time, `mediantime of the last of ${MEDIAN_BLOCKS} blocks with this time`, { path: 'mediantime' });
  return at;
}

async function judgeTimes(t: Trial): Promise<void> {
  const { coins, before, tip } = await lockedCoins(t, 4);
  const [a, b, c, d] = coins as [OpenCoin, OpenCoin, OpenCoin, OpenCoin];
  // The lock counts from the median time of the block before that of the coin.
  const end = before.medianTime + STEP_S;
  await refuses(t, tip, 'a coin that is locked by time', { transactions: [locked([a], [BY_TIME | 1])] });
  await refuses(t, tip, 'a lock time of the median time of its parent (BIP 113)', {
    transactions: [locked([b], [0], { version: 1, lockTime: tip.medianTime })],
    time: tip.medianTime + 60,
  });
  let at = await takes(t, tip, 'a coin that is locked by time for no time, and a lock time below the median time of its parent', {
    transactions: [locked([c], [BY_TIME]), locked([d], [0], { version: 1, lockTime: tip.medianTime - 1 })],
  });
  at = await untilMedian(t, at, end - 1);
  await refuses(t, at, 'a coin that is locked by time, a second too early', { transactions: [locked([a], [BY_TIME | 1])], time: end + 60 });
  await refuses(t, at, 'a coin that is locked by time beside one by height', {
    transactions: [locked([b, a], [1, BY_TIME | 1])],
    time: end + 60,
  });
  await refuses(t, at, 'a coin that is locked by time beside one that is not locked', {
    transactions: [locked([a, b], [BY_TIME | 1, BY_TIME])],
    time: end + 60,
  });
  at = await untilMedian(t, at, end);
  await refuses(t, at, 'a coin that is locked by time for two steps, after one', { transactions: [locked([a], [BY_TIME | 2])] });
  await takes(t, at, 'a coin that was locked by time', { transactions: [locked([a, b], [BY_TIME | 1, 1])] });
}

const own = { ...wholeBlocks, methods: [...wholeBlocks.methods, 'getblockchaininfo'] } as const;

export const blockLockInvariants: readonly Case[] = [
  invariant({
    ...own,
    id: 'blocks/locks-by-height',
    text: 'A block spends a coin whose sequence locks it for a number of blocks only so many blocks above it.',
    source: 'BIP 68, BIP 112',
    run: judgeHeights,
  }),
  invariant({
    ...own,
    id: 'blocks/locks-by-time',
    text: 'A block spends a coin whose sequence locks it by time only once the median time has passed it; lock times are compared with the median time too.',
    source: 'BIP 68, BIP 113',
    run: judgeTimes,
  }),
];
