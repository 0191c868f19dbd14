import type { Chain } from '../chain/types.ts';
import type { Clock } from '../clock.ts';
import type { Cell, State } from '../state/types.ts';

/** Steps of the synchronisation, in their order, with the number that the family has for each. */
const syncSteps = [
  { name: 'MASTERNODE_SYNC_INITIAL', id: 0 },
  { name: 'MASTERNODE_SYNC_WAITING', id: 1 },
  { name: 'MASTERNODE_SYNC_LIST', id: 2 },
  { name: 'MASTERNODE_SYNC_MNW', id: 3 },
  { name: 'MASTERNODE_SYNC_GOVERNANCE', id: 4 },
  { name: 'MASTERNODE_SYNC_FINISHED', id: 999 },
] as const;

export type SyncStep = (typeof syncSteps)[number];
export type SyncStepName = SyncStep['name'];

/** A step ends when nothing new has come for so many ticks. */
const QUIET_TICKS = 3;
/** Peers are asked so often within a step. */
const MAX_ATTEMPTS = 3;

interface Progress {
  /** Index of the step. */
  readonly at: number;
  /** Epoch seconds. */
  readonly since: number;
  readonly attempt: number;
  readonly ticks: number;
  /** Number of messages that were news when the last ticks were counted. */
  readonly news: number;
}

export interface SyncDeps {
  readonly chain: Chain;
  readonly clock: Clock;
  readonly state: State;
  /** Number of new messages since the start. */
  readonly news: () => number;
}

/** The synchronisation with peers of all that is not in the chain. A node begins anew when it starts. */
export class Sync {
  readonly #deps: SyncDeps;
  readonly #progress: Cell<Progress>;
  readonly #listeners: ((step: SyncStepName) => void)[] = [];

  constructor(deps: SyncDeps) {
    this.#deps = deps;
    this.#progress = deps.state.cell('masternodes.sync', this.#beginning(0)); // in memory only
  }

  get step(): SyncStep {
    return syncSteps[this.#progress.get().at]!;
  }

  /** Epoch seconds. */
  get since(): number {
    return this.#progress.get().since;
  }

  /** Number of times that peers were asked within the step. */
  get attempt(): number {
    return this.#progress.get().attempt;
  }

  /** Whether the node has all blocks of the known headers. */
  get isBlockchainSynced(): boolean {
    const { tip, bestHeader } = this.#deps.chain;
    return tip.height >= bestHeader.height;
  }

  /** Whether a step is complete. */
  isPast(name: SyncStepName): boolean {
    return this.#progress.get().at > syncSteps.findIndex((step) => step.name === name);
  }

  get isFinished(): boolean {
    return this.step.name === 'MASTERNODE_SYNC_FINISHED';
  }

  /** Called when a step begins or its data are asked for again, to ask peers. */
  onAsk(listener: (step: SyncStepName) => void): void {
    this.#listeners.push(listener);
  }

  /** Begins the next step, if there is one. */
  next(): void {
    if (this.isFinished) return;
    this.#progress.set(this.#beginning(this.#progress.get().at + 1));
    this.#ask();
  }

  /** Begins again with the first step. */
  reset(): void {
    this.#progress.set(this.#beginning(0));
  }

  tick(): void {
    if (this.isFinished) return;
    const progress = this.#progress.get();
    const news = this.#deps.news();
    if (news !== progress.news) {
      this.#progress.set({ ...progress, ticks: 0, news });
      if (progress.attempt < MAX_ATTEMPTS) this.#ask();
    } else if (progress.ticks + 1 < QUIET_TICKS) this.#progress.set({ ...progress, ticks: progress.ticks + 1 });
    else if (this.isBlockchainSynced) this.next();
  }

  #beginning(at: number): Progress {
    return { at, since: this.#deps.clock.seconds(), attempt: 0, ticks: 0, news: this.#deps.news() };
  }

  #ask(): void {
    const progress = this.#progress.get();
    this.#progress.set({ ...progress, attempt: progress.attempt + 1 });
    for (const listener of this.#listeners) listener(this.step.name);
  }
}
