import { MinHeap } from './min-heap.ts';
import type { PoolGraph } from './pool-graph.ts';
import type { PoolEntry } from './types.ts';

interface Candidate {
  readonly entry: PoolEntry;
  readonly score: number;
}

/** The larger of an entry's own feerate and its feerate with all descendants. */
function scoreOf(entry: PoolEntry): number {
  return Math.max(Number(entry.modifiedFeeSat) / entry.vsize, Number(entry.descendantFeesSat) / entry.descendantVsize);
}

/** With equal feerates the newer entry is evicted first. */
function isEvictedBefore(a: Candidate, b: Candidate): boolean {
  return a.score === b.score ? a.entry.time > b.entry.time : a.score < b.score;
}

/**
 * Finds the entry to evict next. Idle until the mempool is full for the first time; after that every change of an entry
 * adds a candidate, and outdated candidates are skipped.
 */
export class EvictionQueue {
  readonly #graph: PoolGraph;
  #heap: MinHeap<Candidate> | undefined;

  constructor(graph: PoolGraph) {
    this.#graph = graph;
    graph.onPut = (entry) => {
      this.#heap?.push({ entry, score: scoreOf(entry) });
      if (this.#isStale()) this.#heap = undefined;
    };
  }

  worst(): PoolEntry | undefined {
    const heap = (this.#heap ??= this.#build());
    for (let candidate = heap.peek(); candidate !== undefined; candidate = heap.peek()) {
      if (this.#graph.get(candidate.entry.txid) === candidate.entry) return candidate.entry;
      heap.pop();
    }
    return undefined;
  }

  /** Deletes all candidates, which are derived from the mempool. */
  reset(): void {
    this.#heap = undefined;
  }

  #isStale(): boolean {
    return this.#heap !== undefined && this.#heap.size > 2 * this.#graph.size + 1_000;
  }

  #build(): MinHeap<Candidate> {
    const candidates: Candidate[] = [];
    for (const entry of this.#graph.values()) candidates.push({ entry, score: scoreOf(entry) });
    return new MinHeap(isEvictedBefore, candidates);
  }
}
