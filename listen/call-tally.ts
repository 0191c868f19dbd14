import { fates, type Fate, type Heard, type HeardClient } from '../engine/heard.ts';

/** Clients that are named: a client may call itself anything, and otherwise each time. */
const MAX_CLIENTS = 20;
const NAME_CHARACTERS = 80;
const NAMELESS = 'clients without a name';
const OTHERS = 'other clients';

/** Counts the calls of clients: what came of them, and who made them. */
export class CallTally {
  readonly #fates = new Map<Fate, number>();
  readonly #clients = new Map<string, number>();
  #all = 0;

  /** Number of calls that were read. */
  get all(): number {
    return this.#all;
  }

  /** Counts a call of a client, by its `user-agent`. */
  note(agent: string | undefined, fate: Fate): void {
    this.#all++;
    this.#fates.set(fate, (this.#fates.get(fate) ?? 0) + 1);
    const named = agent === undefined || agent === '' ? NAMELESS : agent.slice(0, NAME_CHARACTERS);
    const name = this.#clients.has(named) || this.#clients.size < MAX_CLIENTS ? named : OTHERS;
    this.#clients.set(name, (this.#clients.get(name) ?? 0) + 1);
  }

  get calls(): Heard['calls'] {
    return Object.fromEntries(fates.map((fate) => [fate, this.#fates.get(fate) ?? 0])) as { [fate in Fate]: number };
  }

  get clients(): HeardClient[] {
    return [...this.#clients].map(([name, calls]) => ({ name, calls })).toSorted((a, b) => b.calls - a.calls);
  }
}
