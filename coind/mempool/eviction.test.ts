import { describe, expect, it } from 'vitest';
import { EvictionQueue } from './eviction.ts';
import { MinHeap } from './min-heap.ts';
import { RandomPool, seeded } from './testing/random-pool.ts';
import type { PoolEntry } from './types.ts';

const score = (entry: PoolEntry) =>
  Math.max(Number(entry.modifiedFeeSat) / entry.vsize, Number(entry.descendantFeesSat) / entry.descendantVsize);

describe('eviction', () => {
  it.each([1, 2, 3])('finds the entry with the lowest score after any sequence of changes (seed %i)', (seed) => {
    const game = new RandomPool(seed);
    const queue = new EvictionQueue(game.graph);
    expect(queue.worst()).toBeUndefined();
    for (let step = 0; step < 600; step += 1) {
      game.step();
      if (step % 3 === 0 && game.graph.size > 0) expect(score(queue.worst()!)).toBe(Math.min(...[...game.graph.values()].map(score)));
    }
    expect(game.graph.size).toBeGreaterThan(10);
  });
});

describe('the heap', () => {
  it('returns values in order, added in any order', () => {
    const random = seeded(5);
    const given = Array.from({ length: 500 }, () => random(100));
    const heap = new MinHeap<number>((a, b) => a < b, given.slice(0, 250));
    for (const value of given.slice(250)) heap.push(value);
    expect([heap.size, heap.peek()]).toEqual([500, Math.min(...given)]);
    expect(given.map(() => heap.pop())).toEqual(given.toSorted((a, b) => a - b));
    expect(heap.pop()).toBeUndefined();
  });
});
