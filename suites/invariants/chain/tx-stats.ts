import type { BlockHeader } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { toNumber } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';

async function headerAt(t: Trial, height: number): Promise<BlockHeader> {
  return t.result('getblockheader', { hash: await t.result('getblockhash', { height }) });
}

/** Maximum number of blocks that a window extends back from the newest payment. */
const REACH = 60;

/** Height of a block with at least `REACH` blocks below it. */
async function someHeight(t: Trial): Promise<number> {
  const { height } = await t.world.use('confirmedSend');
  if (height < REACH) t.inapplicable(`the chain has fewer than ${REACH} blocks`);
  return height;
}

const reading = { effect: ['read'], evidence: 'standard', source: 'arithmetic over the headers of the window' } as const;

export const chainTxStatsInvariants: readonly Case[] = [
  invariant({
    ...reading,
    id: 'chain-tx-stats/window',
    text: 'window_tx_count and window_interval are those of the blocks of the window, and txrate is their quotient.',
    methods: ['getchaintxstats', 'getblockheader', 'getblockhash'],
    run: async (t) => {
      const top = await someHeight(t);
      const nblocks = t.random.integer(12, 30);
      const height = t.random.integer(top - 20, top);
      const final = await headerAt(t, height);
      const before = await headerAt(t, height - nblocks);
      let transactions = 0;
      for (let at = height - nblocks + 1; at <= height; at++) transactions += (await headerAt(t, at)).nTx;
      const stats = await t.result('getchaintxstats', { nblocks, blockhash: final.hash });
      t.equal(stats.window_final_block_hash, final.hash, 'window_final_block_hash', { path: 'window_final_block_hash' });
      t.equal(stats.window_block_count, nblocks, 'window_block_count', { path: 'window_block_count' });
      t.equal(stats.window_tx_count, transactions, 'window_tx_count', { path: 'window_tx_count' });
      t.equal(stats.time, final.time, 'time (compared with that of the last block of the window)', { path: 'time' });
      // The documents leave open which of the two times of a block counts.
      const intervals = [final.mediantime - before.mediantime, final.time - before.time];
      const interval = stats.window_interval;
      t.ok(interval !== undefined && intervals.includes(interval), `window_interval is ${interval}, expected ${intervals.join(' or ')} s`, {
        path: 'window_interval',
      });
      if (interval === undefined || interval === 0) return;
      const rate = toNumber(stats.txrate);
      t.ok(
        Math.abs(rate / (transactions / interval) - 1) < 1e-6,
        `txrate is ${rate}, expected ${transactions} transactions in ${interval} s`,
        { path: 'txrate' },
      );
    },
  }),
  invariant({
    ...reading,
    id: 'chain-tx-stats/total',
    text: 'txcount at a block is txcount at the block before it plus its own transactions, counted from block 0.',
    methods: ['getchaintxstats', 'getblockheader', 'getblockhash'],
    run: async (t) => {
      const top = await someHeight(t);
      const upTo = async (header: BlockHeader): Promise<number> =>
        (await t.result('getchaintxstats', { nblocks: 1, blockhash: header.hash })).txcount;
      const start = t.random.integer(2, top - 4);
      for (let height = start; height < start + 4; height++) {
        const header = await headerAt(t, height);
        t.equal(await upTo(header), (await upTo(await headerAt(t, height - 1))) + header.nTx, `txcount at block ${height}`, {
          path: 'txcount',
        });
      }
      let total = 0;
      for (let height = 0; height <= 5; height++) total += (await headerAt(t, height)).nTx;
      t.equal(await upTo(await headerAt(t, 5)), total, 'txcount at block 5 (compared with the transactions of blocks 0 to 5)', {
        path: 'txcount',
      });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-tx-stats/end',
    text: 'Without blockhash the window ends with the best block, and a new block adds its transactions to txcount.',
    effect: ['chain', 'wallet'],
    methods: ['getchaintxstats', 'getbestblockhash', 'getblockheader'],
    run: async (t) => {
      await t.world.fresh('unconfirmedSend');
      const before = await t.result('getchaintxstats');
      t.equal(before.window_final_block_hash, await t.result('getbestblockhash'), 'the last block of the window', {
        path: 'window_final_block_hash',
      });
      const [hash = ''] = await t.world.mine(1);
      const after = await t.result('getchaintxstats');
      const { nTx } = await t.result('getblockheader', { hash });
      t.equal(after.window_final_block_hash, hash, 'the last block of the window after one more block', {
        path: 'window_final_block_hash',
      });
      t.equal(after.txcount, before.txcount + nTx, 'txcount after one more block', { path: 'txcount' });
    },
  }),
];
