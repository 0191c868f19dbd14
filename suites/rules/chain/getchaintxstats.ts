import { blockAt } from '../../../fixtures/world/ingredients/chain-places.ts';
import { toNumber } from '../../support/amounts.ts';
import type { BlockHeader, ChainTxStats } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';

async function headerAt(t: Trial, height: number): Promise<BlockHeader> {
  const hash = await blockAt(t.world, height);
  return t.world.result('getblockheader', { hash });
}

interface Window {
  readonly nblocks: number;
  /** The block before the window. */
  readonly before: BlockHeader;
  /** The blocks of the window, and the last of them. */
  readonly blocks: readonly BlockHeader[];
  readonly end: BlockHeader;
}

/** A random window below the tip. */
async function someWindow(t: Trial): Promise<Window> {
  const { height } = await t.world.use('confirmedSend');
  const nblocks = t.random.integer(5, 12);
  const endHeight = height - t.random.integer(0, 3);
  const before = await headerAt(t, endHeight - nblocks);
  const blocks: BlockHeader[] = [];
  let end = before;
  for (let at = endHeight - nblocks + 1; at <= endHeight; at++) {
    end = await headerAt(t, at);
    blocks.push(end);
  }
  return { nblocks, before, blocks, end };
}

const statsOf = (t: Trial, nblocks: number, blockhash: string): Promise<ChainTxStats> =>
  t.result('getchaintxstats', { nblocks, blockhash });

/** Checks that a field is present exactly for windows with blocks. */
async function onlyWithBlocks(t: Trial, name: 'window_tx_count' | 'window_interval'): Promise<ChainTxStats & { readonly window: Window }> {
  const window = await someWindow(t);
  const none = await statsOf(t, 0, window.end.hash);
  t.ok(none[name] === undefined, `${name} is present for a window of 0 blocks, expected no ${name}`, { path: name });
  const some = await statsOf(t, window.nblocks, window.end.hash);
  t.ok(some[name] !== undefined, `${name} is missing for a window of ${window.nblocks} blocks`, { path: name });
  return { ...some, window };
}

/** Fewer blocks than any chain of the family makes in a month. */
const LEAST_BLOCKS_OF_A_MONTH = 4_000;

export const getchaintxstatsRules: readonly Case[] = [
  rule({
    rule: 'getchaintxstats/default-window',
    effect: ['read'],
    uses: ['getblockheader'],
    run: async (t) => {
      await t.world.use('confirmedSend'); // makes a chain
      const stats = await t.result('getchaintxstats');
      const { window_block_count: count, window_final_block_hash: hash } = stats;
      const { height } = await t.result('getblockheader', { hash });
      if (height > LEAST_BLOCKS_OF_A_MONTH)
        t.inapplicable(`the documents do not say how many blocks of a chain of ${height} blocks make about one month`);
      // The first block after the genesis block may be left out: the window begins after a block.
      t.ok(
        count === height || count === height - 1,
        `the window has ${count} blocks, expected all ${height} blocks of the chain: these are fewer than those of a month`,
        { path: 'window_block_count' },
      );
      const same = await statsOf(t, count, hash);
      t.equal(stats, same, `the statistics without arguments (compared with those of ${count} blocks up to the same block)`);
    },
  }),
  rule({
    rule: 'getchaintxstats/window-end',
    effect: ['read'],
    uses: ['getblockheader'],
    run: async (t) => {
      const { nblocks, blocks, end } = await someWindow(t);
      const stats = await statsOf(t, nblocks, end.hash);
      t.equal(stats.window_final_block_hash, end.hash, 'the last block of the window', { path: 'window_final_block_hash' });
      t.equal(stats.window_block_count, nblocks, 'the length of the window', { path: 'window_block_count' });
      const counted = blocks.reduce((sum, { nTx }) => sum + nTx, 0);
      t.equal(stats.window_tx_count, counted, 'the number of transactions in the window', { path: 'window_tx_count' });
    },
  }),
  rule({
    rule: 'getchaintxstats/window-tx-count',
    effect: ['read'],
    uses: ['getblockheader'],
    run: async (t) => void (await onlyWithBlocks(t, 'window_tx_count')),
  }),
  rule({
    rule: 'getchaintxstats/window-interval',
    effect: ['read'],
    uses: ['getblockheader'],
    run: async (t) => void (await onlyWithBlocks(t, 'window_interval')),
  }),
  rule({
    rule: 'getchaintxstats/interval-seconds',
    effect: ['read'],
    uses: ['getblockheader'],
    run: async (t) => {
      const { window, window_interval: interval } = await onlyWithBlocks(t, 'window_interval');
      const { before, end } = window;
      // The documents leave open whether times or median times count.
      const expected = [end.time - before.time, end.mediantime - before.mediantime];
      t.ok(
        interval !== undefined && expected.includes(interval),
        `window_interval is ${String(interval)}, expected ${[...new Set(expected)].join(' or ')} seconds by the headers`,
        { path: 'window_interval' },
      );
    },
  }),
  rule({
    rule: 'getchaintxstats/txrate',
    effect: ['read'],
    uses: ['getblockheader'],
    run: async (t) => {
      await t.world.use('confirmedSend'); // makes a chain
      // Blocks mined in a row have close times, so some of these windows have an interval of 0.
      for (let height = 2; height <= 14; height++) {
        const { hash } = await headerAt(t, height);
        const { window_interval: interval, txrate } = await statsOf(t, 1, hash);
        const positive = interval !== undefined && interval > 0;
        t.ok(
          (txrate !== undefined) === positive,
          `txrate is ${positive ? 'missing' : 'present'} with window_interval ${String(interval)}`,
          { path: 'txrate' },
        );
      }
    },
  }),
  rule({
    rule: 'getchaintxstats/per-second',
    effect: ['read'],
    uses: ['getblockheader'],
    run: async (t) => {
      const { height } = await t.world.use('confirmedSend');
      const { hash } = await headerAt(t, height);
      const { window_tx_count: count = 0, window_interval: interval = 0, txrate } = await statsOf(t, height - t.random.integer(2, 9), hash);
      if (interval <= 0) t.inapplicable('all blocks of this chain have the same time');
      const rate = toNumber(txrate);
      t.ok(Math.abs(rate / (count / interval) - 1) < 1e-6, `txrate is ${rate}, expected ${count} transactions in ${interval} s`, {
        path: 'txrate',
      });
    },
  }),
];
