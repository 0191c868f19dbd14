import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import type { Cell, Codec, State, Table } from '../state/types.ts';
import { ExtClientError } from './ext-client-error.ts';
import { isBlockNumber, MAX_BLOCK_NUMBER } from './ext-header.ts';
import type { ExtChain, ExtHeader, ExtSyncStatus } from './types.ts';

/** Headers above this number, about two weeks of blocks, are removed, the lowest first. */
export const MAX_HEADERS = 100_000;
/** Removed at once when there are too many, so that not every header has to look for the lowest. */
const REMOVED = 1_000;

const statuses: readonly ExtSyncStatus[] = ['waiting to sync...', 'syncing', 'synced'];

/** What is known beside the headers themselves. */
interface Known {
  readonly status: ExtSyncStatus;
  readonly highestSeen: number;
  readonly current: number;
}

const nothing: Known = { status: 'waiting to sync...', highestSeen: 0, current: 0 };

const knownCodec: Codec<Known> = {
  encode: ({ status, highestSeen, current }) => new ByteWriter(9).u8(statuses.indexOf(status)).u32le(highestSeen).u32le(current).finish(),
  decode(bytes) {
    const reader = new ByteReader(bytes);
    return { status: statuses[reader.u8()] ?? nothing.status, highestSeen: reader.u32le(), current: reader.u32le() };
  },
};

const rootCodec: Codec<Buffer> = { encode: (root) => root, decode: (bytes) => bytes };

/** The external chain, of which nothing is known at first. It is part of the state. */
export function createExtChain(state: State): ExtChain {
  return new KnownExtChain(state);
}

class KnownExtChain implements ExtChain {
  readonly #roots: Table<Buffer>;
  readonly #known: Cell<Known>;
  readonly #listeners: (() => void)[] = [];

  constructor(state: State) {
    this.#roots = state.table('external headers', rootCodec);
    this.#known = state.cell('external chain', nothing, knownCodec);
  }

  get status(): ExtSyncStatus {
    return this.#known.get().status;
  }

  get highestSeen(): number {
    return this.#known.get().highestSeen;
  }

  get current(): number {
    return this.#known.get().current;
  }

  rootOf(number: number): Buffer | undefined {
    return this.#roots.get(String(number));
  }

  onReplaced(listener: () => void): void {
    this.#listeners.push(listener);
  }

  setStatus(status: unknown, highest: unknown): void {
    if (status !== 'syncing' && status !== 'synced')
      throw new ExtClientError('invalid-ext-status', 'The status is neither syncing nor synced');
    if (!isBlockNumber(highest))
      throw new ExtClientError('invalid-ext-status', `The highest block is not a block number, 0 to ${MAX_BLOCK_NUMBER}`);
    if (status === 'synced' && highest !== 0)
      throw new ExtClientError('invalid-ext-status', `The highest block is ${highest}, and must be 0 when the status is synced`);
    const known = this.#known.get();
    this.#known.set({ ...known, status, highestSeen: Math.max(known.highestSeen, highest) });
  }

  setHeaders(headers: readonly ExtHeader[]): void {
    let isReplaced = false;
    for (const { number, root } of headers) {
      const key = String(number);
      isReplaced ||= this.#roots.get(key)?.equals(root) === false;
      this.#roots.set(key, root);
    }
    const known = this.#known.get();
    const current = headers.reduce((highest, { number }) => Math.max(highest, number), known.current);
    this.#known.set({ ...known, current, highestSeen: Math.max(known.highestSeen, current) });
    if (this.#roots.size > MAX_HEADERS) this.#removeLowest();
    if (isReplaced) for (const listener of this.#listeners) listener();
  }

  #removeLowest(): void {
    const numbers = Array.from(this.#roots.keys(), Number).sort((a, b) => a - b);
    for (const number of numbers.slice(0, numbers.length - MAX_HEADERS + REMOVED)) this.#roots.delete(String(number));
  }
}
