import type { Connections } from './connections.ts';
import { NetworkError } from './network-error.ts';

/** The nodes that `addnode` or `-addnode` named: the node stays connected to them, as to those of `-connect`. */
export class AddedNodes {
  readonly #connections: Pick<Connections, 'keep' | 'release'>;
  /** Nodes of `-connect`, which are never released. */
  readonly #permanent: readonly string[];
  #names: readonly string[] = [];

  constructor(connections: Pick<Connections, 'keep' | 'release'>, permanent: readonly string[]) {
    this.#connections = connections;
    this.#permanent = permanent;
  }

  get names(): readonly string[] {
    return this.#names;
  }

  /** Connects to these nodes (-addnode) and to those of `-connect`. */
  start(names: readonly string[]): void {
    this.#names = [...new Set(names)];
    for (const name of new Set([...this.#permanent, ...names])) this.#connections.keep(name);
  }

  /** Throws `NetworkError`. */
  add(name: string): void {
    if (this.#names.includes(name)) throw new NetworkError('already-added', 'Error: Node already added');
    this.#names = [...this.#names, name];
    this.#connections.keep(name);
  }

  /** Throws `NetworkError`. */
  remove(name: string): void {
    if (!this.#names.includes(name)) {
      throw new NetworkError('not-added', 'Error: Node could not be removed. It has not been added previously.');
    }
    this.#names = this.#names.filter((other) => other !== name);
    this.#release(name);
  }

  freeze(): () => void {
    const names = this.#names;
    return () => {
      const before = this.#names;
      this.#names = names;
      for (const name of before) if (!names.includes(name)) this.#release(name);
      for (const name of names) if (!before.includes(name)) this.#connections.keep(name);
    };
  }

  #release(name: string): void {
    if (!this.#permanent.includes(name)) this.#connections.release(name);
  }
}
