import { describe, expect, it } from 'vitest';
import { payingNode } from '../testing/small-node.ts';

type Stats = { readonly [name: string]: number };

describe('getblockstats', () => {
  const { node, tip, first, second } = payingNode();

  it('adds up the transactions of a block', () => {
    const sizes = [first.size, second.size];
    const rates = [Math.floor(10_000 / first.vsize), Math.floor(20_000 / second.vsize)];
    expect(node.call('getblockstats', [tip])).toMatchObject({
      blockhash: tip,
      height: 110,
      txs: 3,
      ins: 2,
      utxo_increase: node.call<Stats>('getblockstats', [tip, ['outs']])['outs']! - 2,
      totalfee: 30_000,
      minfee: 10_000,
      maxfee: 20_000,
      avgfee: 15_000,
      medianfee: 15_000,
      subsidy: 5_000_000_000,
      total_size: sizes[0]! + sizes[1]!,
      mintxsize: Math.min(...sizes),
      maxtxsize: Math.max(...sizes),
      swtxs: 0,
      minfeerate: Math.min(...rates),
      maxfeerate: Math.max(...rates),
      total_out: 2_000_000_000 + 2_999_990_000 + 2_999_970_000,
    });
  });

  it('returns the selected statistics, the same by height and by hash', () => {
    expect(node.call('getblockstats', [110, ['txs', 'totalfee']])).toEqual({ txs: 3, totalfee: 30_000 });
    expect(node.call('getblockstats', [110])).toEqual(node.call('getblockstats', [tip]));
    expect(Object.keys(node.call<Stats>('getblockstats', [110]))).toHaveLength(29);
  });

  it('returns zeros for a block without transactions', () => {
    expect(node.call('getblockstats', [0])).toMatchObject({ txs: 1, totalfee: 0, ins: 0 });
    expect(node.call('getblockstats', [3])).toMatchObject({ txs: 1, avgfee: 0, mintxsize: 0, feerate_percentiles: [0, 0, 0, 0, 0] });
  });

  it('requires the index for fees and for the size of outputs', () => {
    const plain = payingNode({ txindex: false }).node;
    for (const names of [['avgfee'], ['txs', 'feerate_percentiles'], ['utxo_size_inc'], undefined]) {
      expect(plain.refused('getblockstats', names === undefined ? [110] : [110, names]).code).toBe(-8);
    }
    expect(plain.call('getblockstats', [110, ['txs', 'subsidy', 'total_out']])).toMatchObject({ txs: 3 });
  });

  it('refuses blocks off the main chain', () => {
    const { node: other, tip: stale } = payingNode();
    other.chain.invalidate(stale);
    expect(other.refused('getblockstats', [stale])).toEqual({ code: -8, message: 'Block is not in chain regtest' });
    for (const height of [-1, 111]) expect(other.refused('getblockstats', [height]).code).toBe(-8);
  });
});

describe('getchaintxstats', () => {
  const { node, blocks } = payingNode();

  it('counts the transactions of a window and their rate', () => {
    const stats = node.call<Stats>('getchaintxstats', [10]);
    const header = (height: number) => node.call<Stats>('getblockheader', [node.call('getblockhash', [height])]);
    const interval = header(110)['mediantime']! - header(100)['mediantime']!;
    expect(stats).toEqual({
      time: header(110)['time'],
      txcount: 113,
      window_final_block_hash: blocks.at(-1),
      window_block_count: 10,
      window_tx_count: 12,
      window_interval: interval,
      ...(interval > 0 && { txrate: 12 / interval }),
    });
    expect(interval).toBeGreaterThan(0);
  });

  it('has no statistics for an empty window', () => {
    const names = Object.keys(node.call<Stats>('getchaintxstats', [0, blocks[20]!]));
    expect(names).toEqual(['time', 'txcount', 'window_final_block_hash', 'window_block_count']);
  });

  it.each([[-1], [110], [5, 4]])('refuses a window of %j blocks', (count, end = 109) => {
    expect(node.refused('getchaintxstats', [count, blocks[end]!]).code).toBe(-8);
  });
});

describe('gettxoutsetinfo', () => {
  it('sums up the unspent outputs', () => {
    const { node, tip } = payingNode();
    // 110 coinbases: one is spent to two outputs, and one of these to one output.
    expect(node.call('gettxoutsetinfo')).toMatchObject({
      height: 110,
      bestblock: tip,
      txouts: 111,
      transactions: 111,
      total_amount: 5_500,
      hash_serialized_2: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});
