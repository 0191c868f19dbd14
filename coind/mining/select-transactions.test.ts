import { describe, expect, it } from 'vitest';
import { multisig } from '../script/standard.ts';
import type { PoolEntry } from '../mempool/types.ts';
import { makePool, refusal, spend } from '../mempool/testing/test-pool.ts';
import { selectFrom } from './select-transactions.ts';

type Pool = ReturnType<typeof makePool>;

const select = ({ chain, mempool }: Pool, maxWeight: number) => selectFrom({ chain, mempool, minFeeRate: 1_000n })(maxWeight);

/** The same selection, computed from the start after each step. */
function slowSelect({ mempool }: Pool, maxWeight: number): { chosen: Set<string>; feesSat: bigint } {
  const chosen = new Set<string>();
  const failed = new Set<string>();
  let weight = 0;
  let feesSat = 0n;
  for (;;) {
    let best: { rate: number; members: PoolEntry[] } | undefined;
    for (const entry of mempool.entries()) {
      if (chosen.has(entry.txid) || failed.has(entry.txid)) continue;
      const members = [...mempool.ancestors(entry.txid), entry].filter(({ txid }) => !chosen.has(txid));
      const fees = members.reduce((sum, member) => sum + Number(member.modifiedFeeSat), 0);
      const vsize = members.reduce((sum, member) => sum + member.vsize, 0);
      const rate = Math.min(fees / vsize, Number(entry.modifiedFeeSat) / entry.vsize);
      if (best === undefined || rate > best.rate || (rate === best.rate && entry.txid < best.members.at(-1)!.txid))
        best = { rate, members };
    }
    if (best === undefined) return { chosen, feesSat };
    const added = best.members.reduce((sum, member) => sum + member.weight, 0);
    if (weight + added > maxWeight) {
      failed.add(best.members.at(-1)!.txid);
      continue;
    }
    weight += added;
    failed.clear();
    for (const member of best.members) {
      chosen.add(member.txid);
      feesSat += member.feeSat;
    }
  }
}

/** A pool of small families with widely varying fees. */
function randomPool(count: number, seed: number): Pool {
  const pool = makePool();
  let state = seed;
  const random = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const free: { txid: string; vout: number; valueSat: bigint }[] = [];
  while (pool.mempool.size < count) {
    const parents = [free.splice(random(free.length * 2), 1)[0] ?? { ...pool.chain.fund(10_000_000n), valueSat: 10_000_000n }];
    if (random(4) === 0 && free.length > 0) parents.push(free.splice(random(free.length), 1)[0]!);
    const total = parents.reduce((sum, { valueSat }) => sum + valueSat, 0n);
    const each = (total - BigInt(300 + random(random(3) === 0 ? 60_000 : 2_000))) / 2n;
    if (each < 50_000n) continue;
    const transaction = spend(parents, [each, each]);
    if (refusal(pool.mempool, transaction) === undefined)
      for (const vout of [0, 1]) free.push({ txid: transaction.txid, vout, valueSat: each });
  }
  return pool;
}

describe('selection for a block', () => {
  it.each([
    [1, 4_000_000],
    [2, 60_000],
    [3, 30_000],
    [4, 8_000],
  ])('is the greedy choice by ancestor fee rate (seed %i, %i weight)', (seed, maxWeight) => {
    const pool = randomPool(150, seed);
    const { entries, feesSat } = select(pool, maxWeight);
    const expected = slowSelect(pool, maxWeight);
    expect(feesSat).toBe(entries.reduce((sum, entry) => sum + entry.feeSat, 0n));
    expect(entries.reduce((sum, entry) => sum + entry.weight, 0)).toBeLessThanOrEqual(maxWeight);
    const seen = new Set<string>();
    for (const entry of entries) {
      for (const parent of entry.parents) expect(seen.has(parent)).toBe(true);
      seen.add(entry.txid);
    }
    // Selections after the first miss may differ: a package that did not fit may fit once its ancestors are selected.
    expect(Number(feesSat)).toBeGreaterThanOrEqual(Number(expected.feesSat) * 0.97);
    if (maxWeight === 4_000_000) expect(seen).toEqual(expected.chosen);
  });

  it('lets a child pay for its parent', () => {
    const pool = makePool();
    const poor = spend([pool.chain.fund(1_000_000n)], [999_800n]);
    const rich = spend([{ txid: poor.txid, vout: 0 }], [900_000n]);
    const middle = spend([pool.chain.fund(1_000_000n)], [995_000n]);
    for (const transaction of [poor, middle, rich]) pool.mempool.accept(transaction);
    expect(select(pool, 4_000_000).entries.map(({ txid }) => txid)).toEqual([poor, rich, middle].map(({ txid }) => txid));
    expect(select(pool, poor.weight + rich.weight).entries).toHaveLength(2);
  });

  it('respects the limit of signature operations', () => {
    const pool = makePool();
    const key = Buffer.concat([Buffer.from([2]), Buffer.alloc(32, 1)]);
    const bare = { valueSat: 20_000n, scriptPubKey: multisig(1, [key]) }; // counts as 20 operations, of cost 4
    for (let count = 0; count < 6; count += 1)
      expect(
        refusal(
          pool.mempool,
          spend(
            [pool.chain.fund(10_000_000n)],
            Array.from({ length: 200 }, () => bare),
          ),
        ),
      ).toBeUndefined();
    expect([...pool.mempool.entries()].map(({ sigOpCost }) => sigOpCost)).toEqual(Array.from({ length: 6 }, () => 16_000));
    expect(select(pool, 4_000_000).entries).toHaveLength(4);
  });

  it('leaves out transactions below the minimum fee rate', () => {
    const pool = makePool();
    const free = spend([pool.chain.fund(1_000_000n)], [1_000_000n]);
    pool.chain.mine([free]);
    pool.chain.reorganise(1, []);
    expect([pool.mempool.size, select(pool, 4_000_000).entries.length]).toEqual([1, 0]);
    pool.mempool.prioritise(free.txid, 10_000n);
    expect(select(pool, 4_000_000)).toMatchObject({ entries: [{ txid: free.txid }], feesSat: 0n });
  });
});
