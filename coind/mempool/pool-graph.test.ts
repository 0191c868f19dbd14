import { describe, expect, it } from 'vitest';
import { outpointKey } from '../primitives/outpoint.ts';
import type { PoolGraph } from './pool-graph.ts';
import { RandomPool } from './testing/random-pool.ts';
import type { PoolEntry } from './types.ts';
import { LINK_BYTES, usageOf } from './usage.ts';

/** All sums by their definition, computed only from the links between transactions. */
function recount(entries: readonly PoolEntry[]): Map<string, Omit<PoolEntry, 'transaction'>> {
  const byId = new Map(entries.map((entry) => [entry.txid, entry]));
  const parents = (entry: PoolEntry) => [...new Set(entry.transaction.inputs.map(({ txid }) => txid))].filter((txid) => byId.has(txid));
  const children = (entry: PoolEntry) =>
    entries.filter((other) => other.transaction.inputs.some(({ txid }) => txid === entry.txid)).map(({ txid }) => txid);
  const closure = (start: PoolEntry, next: (entry: PoolEntry) => string[]) => {
    const found = new Set([start.txid]);
    for (const txid of found) for (const relative of next(byId.get(txid)!)) found.add(relative);
    return [...found].map((txid) => byId.get(txid)!);
  };
  const vsize = (list: PoolEntry[]) => list.reduce((sum, entry) => sum + entry.vsize, 0);
  const fees = (list: PoolEntry[]) => list.reduce((sum, entry) => sum + entry.modifiedFeeSat, 0n);
  return new Map(
    entries.map((entry) => {
      const up = closure(entry, parents);
      const down = closure(entry, children);
      const { transaction: _, ...rest } = entry;
      return [
        entry.txid,
        {
          ...rest,
          parents: parents(entry).sort(),
          children: children(entry).sort(),
          ancestorCount: up.length,
          ancestorVsize: vsize(up),
          ancestorFeesSat: fees(up),
          descendantCount: down.length,
          descendantVsize: vsize(down),
          descendantFeesSat: fees(down),
        },
      ];
    }),
  );
}

function expectExact(graph: PoolGraph): void {
  const entries = [...graph.values()];
  const actual = new Map(
    entries.map(({ transaction: _, ...entry }) => [
      entry.txid,
      { ...entry, parents: [...entry.parents].sort(), children: [...entry.children].sort() },
    ]),
  );
  expect(actual).toEqual(recount(entries));
  expect(graph.size).toBe(entries.length);
  expect(graph.bytes).toBe(entries.reduce((sum, entry) => sum + entry.vsize, 0));
  expect(graph.usage).toBe(entries.reduce((sum, { transaction, parents }) => sum + usageOf(transaction) + LINK_BYTES * parents.length, 0));
  for (const { transaction, txid } of entries) for (const input of transaction.inputs) expect(graph.spender(input)).toBe(txid);
}

describe('pool graph', () => {
  it.each([1, 2, 3, 4, 5, 6])('has the same sums, links and totals as a full recount (seed %i)', (seed) => {
    const game = new RandomPool(seed);
    game.between = () => expectExact(game.graph);
    for (let step = 0; step < 150; step += 1) {
      game.step();
      expectExact(game.graph);
    }
    expect(game.graph.size).toBeGreaterThan(5);
    expect([...game.graph.values()].some((entry) => entry.ancestorCount > 3)).toBe(true);
  });

  it('is empty after the last entry is removed', () => {
    const game = new RandomPool(9);
    for (let step = 0; step < 40; step += 1) game.add();
    const removed = game.remove([...game.graph.values()].map(({ txid }) => txid));
    expect(removed).toHaveLength(40);
    expect([game.graph.size, game.graph.bytes, game.graph.usage]).toEqual([0, 0, 0]);
    for (const { transaction } of removed)
      for (const input of transaction.inputs) expect(game.graph.spender(input), outpointKey(input)).toBeUndefined();
  });

  it('finds entries older than a time, without a search if there are none', () => {
    const game = new RandomPool(3);
    game.add();
    expect(game.graph.olderThan(1)).toEqual([]);
    expect(game.graph.olderThan(2)).toHaveLength(1);
  });
});
