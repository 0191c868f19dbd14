import { dirname, join } from 'node:path';
import { lockDatadir } from '../storage/datadir-lock.ts';
import { openLogStore } from '../storage/log-store.ts';
import type { Batch, Store } from '../storage/store.ts';
import { makePrivateFolder } from '../storage/whole-file.ts';
import { ArchiveTable } from './archive-table.ts';
import { LayeredTable } from './layered-table.ts';
import type { Member } from './member.ts';
import { StateCell } from './state-cell.ts';
import type { Cell, Codec, Freezable, Snapshot, State, Table } from './types.ts';

/** Folder of the store below the data directory. */
const stateFolder = join('regtest', 'state');

/** The functions that restore a snapshot. */
interface Restorers {
  readonly members: ReadonlyMap<Member, () => void>;
  readonly parts: readonly (() => void)[];
}

class LayeredState implements State {
  readonly #store: Store | undefined;
  readonly #unlock: () => void;
  readonly #members = new Map<string, Member>();
  readonly #changed = new Set<Member>();
  /** Initial states of members that were created after a snapshot. */
  readonly #initialStates = new Map<Member, () => void>();
  readonly #parts: Freezable[] = [];
  readonly #restorers = new WeakMap<Snapshot, Restorers>();
  readonly #listeners: (() => void)[] = [];
  #snapshots = 0;
  #closed = false;

  constructor(store: Store | undefined, unlock: () => void) {
    this.#store = store;
    this.#unlock = unlock;
  }

  table<V>(name: string, codec?: Codec<V>): Table<V> {
    return this.#member(name, () => {
      const disk = this.#store === undefined || codec === undefined ? undefined : { name, codec, store: this.#store };
      return new LayeredTable<V>(disk, (member) => this.#changed.add(member));
    });
  }

  archive<V>(name: string, codec: Codec<V>): Table<V> {
    const store = this.#store;
    if (store === undefined) return this.table(name);
    const keepsOld = (): boolean => this.#snapshots > 0;
    return this.#member(name, () => new ArchiveTable<V>({ name, codec, store }, keepsOld, (member) => this.#changed.add(member)));
  }

  cell<V>(name: string, initial: V, codec?: Codec<V>): Cell<V> {
    return this.#member(`cell ${name}`, () => {
      const disk = this.#store === undefined || codec === undefined ? undefined : { name, codec, store: this.#store };
      return new StateCell<V>(initial, disk, (member) => this.#changed.add(member));
    });
  }

  commit(): void {
    if (this.#changed.size === 0) return;
    this.#store?.write((batch) => this.#writeChanged(batch));
    this.#changesWritten();
  }

  commitAndPurge(): void {
    this.#store?.write((batch) => {
      this.#writeChanged(batch);
      batch.purge();
    });
    this.#changesWritten();
    this.#store?.purge();
  }

  hold(...parts: readonly Freezable[]): void {
    this.#parts.push(...parts);
  }

  snapshot(): Snapshot {
    this.#snapshots += 1;
    const snapshot: Snapshot = { id: this.#snapshots };
    const members = new Map<Member, () => void>();
    for (const member of this.#members.values()) members.set(member, member.freeze());
    this.#restorers.set(snapshot, { members, parts: this.#parts.map((part) => part.freeze()) });
    return snapshot;
  }

  restore(snapshot: Snapshot): void {
    const moment = this.#restorers.get(snapshot);
    if (moment === undefined) throw new RangeError('this snapshot was not taken of this state');
    for (const member of this.#members.values()) (moment.members.get(member) ?? this.#initialStates.get(member))?.();
    for (const restorePart of moment.parts) restorePart();
    for (const listener of this.#listeners) listener();
  }

  onRestore(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    try {
      this.commit();
    } finally {
      try {
        await this.#store?.close();
      } finally {
        this.#unlock();
      }
    }
  }

  #writeChanged(batch: Batch): void {
    for (const member of this.#changed) member.write(batch);
  }

  #changesWritten(): void {
    for (const member of this.#changed) member.written();
    this.#changed.clear();
  }

  #member<M extends Member>(name: string, make: () => M): M {
    const known = this.#members.get(name);
    if (known !== undefined) return known as M; // by its unique name, so of the same kind
    const member = make();
    this.#members.set(name, member);
    if (this.#snapshots > 0) this.#initialStates.set(member, member.freeze());
    return member;
  }
}

/**
 * The state of a node: in memory, and with a data directory, which is then locked, also in `<datadir>/regtest/state`. A
 * snapshot and a restore in memory take constant time; with a data directory a restore also writes the differences.
 * A second request for a table or cell returns the same object.
 * @throws DatadirLockError, StoreError if the data on disk cannot be used
 */
export function createState({
  datadir,
  log = () => undefined,
}: {
  readonly datadir?: string | undefined;
  readonly log?: (line: string) => void;
}): State {
  if (datadir === undefined) return new LayeredState(undefined, () => {});
  const unlock = lockDatadir(datadir);
  try {
    makePrivateFolder(dirname(join(datadir, stateFolder)));
    return new LayeredState(openLogStore(join(datadir, stateFolder), log), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}
