import type { NodeSnapshot, RunningNode, Target } from '../fixtures/targets/types.ts';

/**
 * Restores nodes that may be connected with each other. What goes on is said at `NodeSnapshot`. Throws `TargetError` if one has ended
 * or was started again.
 */
export async function restoreTogether(states: ReadonlyMap<RunningNode, NodeSnapshot>): Promise<void> {
  // A node must not send blocks of the abandoned state to one that is restored already. The restore undoes this.
  if (states.size > 1) await Promise.all([...states.keys()].map(({ client }) => client.call('setnetworkactive', [false])));
  await Promise.all([...states.values()].map((state) => state.restore()));
}

/**
 * The nodes of a session: its own, and those that its world starts. Where the target can restore nodes, they can serve another
 * session afterwards, as new: a start takes longer, and the code of a new process is compiled again.
 */
export class SessionNodes {
  readonly first: RunningNode;
  readonly #target: Target;
  /** The others, oldest first. */
  readonly #others: RunningNode[] = [];
  /** Number of others that the present session has. */
  #taken = 0;
  /** The state of each node after its start; undefined if they are not kept. */
  #starts: Map<RunningNode, NodeSnapshot> | undefined;

  constructor(target: Target, first: RunningNode) {
    this.#target = target;
    this.first = first;
  }

  /** From now on the nodes can be made new. Called before anything was changed. Throws `TargetError` without the capability `snapshots`. */
  async keep(): Promise<void> {
    this.#starts = new Map([[this.first, await this.first.snapshot()]]);
  }

  /** Another node of the same profile: one of an earlier session, or a new one. Throws `TargetError`. */
  async another(): Promise<RunningNode> {
    const kept = this.#others[this.#taken];
    this.#taken += 1;
    if (kept) return kept;
    const node = await this.#target.start(this.first.profile);
    this.#others.push(node);
    this.#starts?.set(node, await node.snapshot());
    return node;
  }

  /**
   * Restores all nodes to their state after the start, without connections to each other. What goes on is said at `NodeSnapshot`.
   * Throws `TargetError` if they are not kept, or one has ended or was started again.
   */
  async renew(): Promise<void> {
    await restoreTogether(this.#starts ?? new Map());
    this.#taken = 0;
  }

  /** Whether `renew` can be tried: the state of each node after its start is known, and all are running. */
  get canRenew(): boolean {
    return this.#all.every((node) => this.#starts?.has(node) === true && node.alive());
  }

  /** Stops all of them. Returns descriptions of what failed. */
  async stop(): Promise<string[]> {
    const stopped = await Promise.allSettled(this.#all.map((node) => node.stop()));
    return stopped.flatMap((result, index) =>
      result.status === 'rejected' ? [`${this.#all[index]?.name}: ${(result.reason as Error).message}`] : [],
    );
  }

  get #all(): RunningNode[] {
    return [this.first, ...this.#others];
  }
}
