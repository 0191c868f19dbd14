import type { RunOptions } from '../../engine/run.ts';
import { defined } from '../../specs/model/defined.ts';
import type { SelfcheckNode, SelfcheckNodeOptions } from './selfcheck-node.ts';
import type { Lane } from './lanes.ts';

/** What is to be done in a lane. Items are removed when they are begun. */
export interface Queue<T> {
  readonly lane: Lane;
  readonly items: T[];
}

export interface SelfcheckNodesOptions<N extends SelfcheckNode> {
  readonly run: RunOptions;
  readonly newNode: (options: SelfcheckNodeOptions) => N;
  /** No item is begun after this time (`performance.now()`). */
  readonly deadlineMs?: number | undefined;
  /** See `SelfcheckNodeOptions`. */
  readonly onLoss?: SelfcheckNodeOptions['onLoss'];
}

/** A further node of a lane, whose prerequisites take seconds to make, is for so many items at least. */
const ITEMS_PER_NODE = 8;

/** Works on several nodes in parallel. */
export class SelfcheckNodes<N extends SelfcheckNode = SelfcheckNode> {
  readonly #options: SelfcheckNodesOptions<N>;
  /** Number of nodes that work in each lane. */
  readonly #working = new Map<Lane, number>();
  #broken = false;

  constructor(options: SelfcheckNodesOptions<N>) {
    this.#options = options;
  }

  /** Whether nothing more is begun: it was interrupted, the time is over, or a node is on another chain. */
  get isOver(): boolean {
    const { run, deadlineMs = Infinity } = this.#options;
    return this.#broken || run.guard.refusal !== undefined || run.signal?.aborted === true || performance.now() > deadlineMs;
  }

  /**
   * Does the work of all queues with `jobs` nodes at a time. Each job begins with another queue, then helps with the rest. Throws
   * `RefusedError` if a node reports another chain.
   */
  async work<T>(queues: readonly Queue<T>[], handle: (node: N, item: T) => Promise<void>): Promise<void> {
    const { run } = this.#options;
    const filled = queues.filter(({ items }) => items.length > 0);
    const jobs = Math.min(run.jobs, Math.max(0, ...filled.map(({ items }) => items.length), filled.length));
    const ended = await Promise.allSettled(
      Array.from({ length: jobs }, async (_, index) => {
        const first = index % filled.length;
        for (const { lane, items } of [...filled.slice(first), ...filled.slice(0, first)]) await this.#empty(lane, items, handle);
      }),
    );
    const broken = ended.find((result) => result.status === 'rejected');
    if (broken) throw broken.reason;
    // A case takes it for a reason to be skipped.
    run.guard.assertSame();
  }

  async #empty<T>(lane: Lane, items: T[], handle: (node: N, item: T) => Promise<void>): Promise<void> {
    const working = this.#working.get(lane) ?? 0;
    const isWorth = lane.ownNode ? items.length > 0 : items.length > working * ITEMS_PER_NODE;
    if (!isWorth || this.isOver) return;
    const { newNode, run, onLoss } = this.#options;
    this.#working.set(lane, working + 1);
    const node = newNode({ lane, run, ...defined({ onLoss }) });
    try {
      for (let item = items.shift(); item !== undefined; item = this.isOver ? undefined : items.shift()) await handle(node, item);
    } catch (error) {
      this.#broken = true;
      throw error;
    } finally {
      this.#working.set(lane, (this.#working.get(lane) ?? 1) - 1);
      await node.close();
    }
  }
}
