import { createState } from '../../state/state.ts';
import { PoolGraph } from '../pool-graph.ts';
import type { PoolEntry } from '../types.ts';
import { spend } from './test-pool.ts';

/** A small seeded generator, so that a failing run can be reproduced. */
export function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** A pool graph with random operations. */
export class RandomPool {
  readonly graph = new PoolGraph(createState({}));
  readonly #random: (limit: number) => number;
  #free: { txid: string; vout: number }[] = [];
  #count = 0;
  /** Called while what came back is not there yet. */
  between: () => void = () => {};

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  add(): void {
    const inputs = Array.from({ length: 1 + this.#random(3) }, () => {
      const index = this.#random(this.#free.length * 2);
      this.#count += 1;
      return this.#free.splice(index, 1)[0] ?? { txid: this.#count.toString(16).padStart(64, 'f'), vout: 0 };
    });
    const transaction = spend(
      inputs,
      Array.from({ length: 1 + this.#random(3) }, () => BigInt(this.#random(1_000_000))),
    );
    this.insert(transaction);
    this.#free.push(...transaction.outputs.map((_, vout) => ({ txid: transaction.txid, vout })));
  }

  insert(transaction: ReturnType<typeof spend>): void {
    const { txid, wtxid, vsize, weight } = transaction;
    const feeSat = BigInt(this.#random(10_000));
    const parents = this.graph.parentsOf(transaction);
    this.graph.add(
      { transaction, txid, wtxid, feeSat, modifiedFeeSat: feeSat, vsize, weight, sigOpCost: 0, time: 1, height: 1, spendsCoinbase: false },
      parents,
      this.graph.withAncestors(parents),
    );
  }

  pick(): PoolEntry | undefined {
    return [...this.graph.values()][this.#random(this.graph.size)];
  }

  remove(gone: Iterable<string>): PoolEntry[] {
    const removed = this.graph.remove(new Set(gone));
    const ids = new Set(removed.map(({ txid }) => txid));
    this.#free = this.#free.filter(({ txid }) => !ids.has(txid));
    return removed;
  }

  step(): void {
    const entry = this.pick();
    const what = this.#random(10);
    if (entry === undefined || what < 6) this.add();
    else if (what === 6) this.remove(this.graph.withDescendants([entry.txid]).keys());
    else if (what === 7)
      this.remove([...this.graph.withAncestors([entry.txid]).keys(), ...this.graph.withAncestors([this.pick()!.txid]).keys()]);
    else if (what === 8) this.graph.addToFee(entry.txid, BigInt(this.#random(5_000) - 2_500));
    else this.reAdd(entry);
  }

  /** A block confirms an entry with its ancestors, and a reorganisation returns them. */
  reAdd(entry: PoolEntry): void {
    const removed = this.graph.remove(new Set(this.graph.withAncestors([entry.txid]).keys()));
    this.between();
    for (const { transaction } of removed.sort((a, b) => a.ancestorCount - b.ancestorCount)) {
      this.insert(transaction);
      this.graph.adoptChildren(transaction.txid);
    }
  }
}
