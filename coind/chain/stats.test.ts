import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBlock } from '../primitives/block.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import type { Outpoint } from '../primitives/types.ts';
import { coinStats, hashSerialized2 } from './coin-stats.ts';
import { blockStats, hashesPerSecond } from './stats.ts';
import { coinbaseOutpoint, createTestChain, spend, buildBlock } from './testing/test-chain.ts';
import type { Coin } from './types.ts';

function vector<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'vectors', name), 'utf8')) as T;
}

interface CoinSet {
  readonly info: {
    readonly bestblock: string;
    readonly hash_serialized_2: string;
    readonly txouts: number;
    readonly transactions: number;
    readonly bogosize: number;
  };
  readonly coins: readonly (readonly [string, number, number, boolean, string, string])[];
}

interface RecordedBlock {
  readonly block: string;
  readonly spent: readonly (readonly (readonly [string, string])[])[];
  readonly stats: Readonly<Record<string, number | string | number[]>>;
}

const COIN = 100_000_000n;

describe('statistics', () => {
  it('hash a set of coins as a real node does, in any order of the coins', () => {
    const { info, coins } = vector<CoinSet>('coin-set.json');
    const list = coins.map(([txid, vout, height, coinbase, valueSat, script]): [Outpoint, Coin] => [
      { txid, vout },
      { height, coinbase, valueSat: BigInt(valueSat), scriptPubKey: Buffer.from(script, 'hex') },
    ]);
    expect(list).toHaveLength(info.txouts);
    expect(hashSerialized2(info.bestblock, list)).toBe(info.hash_serialized_2);
    expect(hashSerialized2(info.bestblock, list.toReversed())).toBe(info.hash_serialized_2);
    const chain = { tip: { height: 108, hash: info.bestblock }, coins: () => list.values() } as unknown as Parameters<typeof coinStats>[0];
    expect(coinStats(chain)).toMatchObject({
      height: 108,
      bestblock: info.bestblock,
      hashSerialized2: info.hash_serialized_2,
      txouts: info.txouts,
      transactions: info.transactions,
      bogosize: info.bogosize,
      totalSat: 5_400n * COIN,
    });
    list[0]![1] = { ...list[0]![1], valueSat: list[0]![1].valueSat + 1n };
    expect(hashSerialized2(info.bestblock, list)).not.toBe(info.hash_serialized_2);
  });

  it('of a block are those of a real node', () => {
    const recorded = vector<RecordedBlock[]>('block-stats.json');
    expect(recorded.map(({ stats }) => stats['txs'])).toEqual([1, 8, 2]);
    for (const { block: hex, spent, stats: expected } of recorded) {
      const undo = spent.map((coins) =>
        coins.map(([valueSat, script]): Coin => ({
          valueSat: BigInt(valueSat),
          scriptPubKey: Buffer.from(script, 'hex'),
          height: 1,
          coinbase: false,
        })),
      );
      const stats = blockStats(readBlock(new ByteReader(Buffer.from(hex, 'hex'))), undo, 50n * COIN);
      for (const [name, value] of Object.entries(stats)) {
        const plain: unknown = Array.isArray(value) ? value.map(Number) : Number(value);
        expect(plain, name).toEqual(expected[name]);
      }
      expect(
        Object.keys(expected)
          .filter((name) => !(name in stats))
          .sort(),
      ).toEqual(['blockhash', 'height', 'mediantime', 'time']);
    }
  });

  it('count the coins of a chain', () => {
    const { chain, mine } = createTestChain();
    mine(101);
    const transactions = [
      spend([coinbaseOutpoint(chain, 1)], [{ valueSat: COIN }, { valueSat: COIN }, { valueSat: 0n, scriptPubKey: Buffer.from([0x6a]) }]),
    ];
    chain.acceptBlock(buildBlock({ parent: chain.tip, transactions }));
    const stats = coinStats(chain);
    expect(stats).toMatchObject({ height: 102, transactions: 102, txouts: 103, totalSat: 5_002n * COIN });
    expect(chain.coinCount).toBe(103);
    expect(stats.diskSize).toBeGreaterThan(103 * 45);
  });

  it('estimate hashes per second', () => {
    const { chain, mine, clock } = createTestChain();
    expect(hashesPerSecond(chain, chain.tip, 120)).toBe(0);
    for (let i = 0; i < 10; i++) {
      clock.now += 2;
      mine(1);
    }
    expect(hashesPerSecond(chain, chain.tip, 5)).toBe(1); // a block of work 2 every 2 seconds
  });
});
