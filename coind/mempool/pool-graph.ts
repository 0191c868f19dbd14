import type { Cell, State, Table } from '../state/types.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { PoolEntry } from './types.ts';
import { LINK_BYTES, usageOf } from './usage.ts';

/** A transaction and its own properties, before it is linked with others. */
export type NewEntry = Omit<
  PoolEntry,
  | 'parents'
  | 'children'
  | 'ancestorCount'
  | 'ancestorVsize'
  | 'ancestorFeesSat'
  | 'descendantCount'
  | 'descendantVsize'
  | 'descendantFeesSat'
>;

interface Totals {
  readonly bytes: number; // virtual
  readonly usage: number;
  /** Lower bound of the times of all entries, epoch seconds. */
  readonly oldest: number;
}

const NOTHING: Totals = { bytes: 0, usage: 0, oldest: Infinity };
const NONE: readonly string[] = [];

/**
 * The transactions of the mempool, which of them spend which, and for each the sums over its ancestors and descendants.
 * The sums are always exact; the cost of a change is proportional to the number of affected relatives.
 */
export class PoolGraph {
  readonly #entries: Table<PoolEntry>;
  readonly #spenders: Table<string>; // outpoint: txid
  readonly #totals: Cell<Totals>;
  /** Called for every entry that was added or whose sums changed. */
  onPut: (entry: PoolEntry) => void = () => {};

  constructor(state: State) {
    this.#entries = state.table('mempool.entries');
    this.#spenders = state.table('mempool.spenders');
    this.#totals = state.cell('mempool.totals', NOTHING);
  }

  get size(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#totals.get().bytes;
  }

  get usage(): number {
    return this.#totals.get().usage;
  }

  get(txid: string): PoolEntry | undefined {
    return this.#entries.get(txid);
  }

  has(txid: string): boolean {
    return this.#entries.has(txid);
  }

  values(): IterableIterator<PoolEntry> {
    return this.#entries.values();
  }

  spender(outpoint: Outpoint): string | undefined {
    return this.#spenders.get(outpointKey(outpoint));
  }

  /** Transactions of the mempool that the transaction spends. */
  parentsOf(transaction: Transaction): string[] {
    const parents: string[] = [];
    for (const { txid } of transaction.inputs) if (this.#entries.has(txid) && !parents.includes(txid)) parents.push(txid);
    return parents;
  }

  /** Transactions of the mempool that spend the transaction, which need not be in the mempool itself. */
  spendersOf(transaction: Transaction): string[] {
    const found = new Set<string>();
    for (let vout = 0; vout < transaction.outputs.length; vout += 1) {
      const spender = this.spender({ txid: transaction.txid, vout });
      if (spender !== undefined) found.add(spender);
    }
    return [...found];
  }

  /** The given entries and all their ancestors. */
  withAncestors(txids: Iterable<string>): Map<string, PoolEntry> {
    return this.#walk(txids, (entry) => entry.parents);
  }

  /** The given entries and all their descendants. */
  withDescendants(txids: Iterable<string>): Map<string, PoolEntry> {
    return this.#walk(txids, (entry) => entry.children);
  }

  /** Adds a transaction. @param ancestors all of them, as `withAncestors` of its parents returns */
  add(added: NewEntry, parents: readonly string[], ancestors: ReadonlyMap<string, PoolEntry>): PoolEntry {
    let ancestorVsize = added.vsize;
    let ancestorFeesSat = added.modifiedFeeSat;
    for (const ancestor of ancestors.values()) {
      ancestorVsize += ancestor.vsize;
      ancestorFeesSat += ancestor.modifiedFeeSat;
      this.#put({
        ...ancestor,
        children: parents.includes(ancestor.txid) ? [...ancestor.children, added.txid] : ancestor.children,
        descendantCount: ancestor.descendantCount + 1,
        descendantVsize: ancestor.descendantVsize + added.vsize,
        descendantFeesSat: ancestor.descendantFeesSat + added.modifiedFeeSat,
      });
    }
    // Member by member: of a spread with new members V8 makes a slow object, in thirty times the time.
    const entry: PoolEntry = {
      transaction: added.transaction,
      txid: added.txid,
      wtxid: added.wtxid,
      feeSat: added.feeSat,
      modifiedFeeSat: added.modifiedFeeSat,
      vsize: added.vsize,
      weight: added.weight,
      sigOpCost: added.sigOpCost,
      time: added.time,
      height: added.height,
      spendsCoinbase: added.spendsCoinbase,
      parents: parents.length === 0 ? NONE : parents,
      children: NONE,
      ancestorCount: ancestors.size + 1,
      ancestorVsize,
      ancestorFeesSat,
      descendantCount: 1,
      descendantVsize: added.vsize,
      descendantFeesSat: added.modifiedFeeSat,
    };
    this.#put(entry);
    for (const input of added.transaction.inputs) this.#spenders.set(outpointKey(input), added.txid);
    const totals = this.#totals.get();
    this.#totals.set({
      bytes: totals.bytes + added.vsize,
      usage: totals.usage + usageOf(added.transaction) + LINK_BYTES * parents.length,
      oldest: Math.min(totals.oldest, added.time),
    });
    return entry;
  }

  /** Links an entry to children that were added before it: after a reorganisation a parent can return later. */
  adoptChildren(txid: string): void {
    const entry = this.#entries.get(txid)!;
    const children = this.spendersOf(entry.transaction);
    if (children.length === 0) return;
    this.#put({ ...entry, children });
    for (const child of children) {
      const known = this.#entries.get(child)!;
      this.#put({ ...known, parents: [...known.parents, txid] });
    }
    const totals = this.#totals.get();
    this.#totals.set({ ...totals, usage: totals.usage + LINK_BYTES * children.length });
    // Two relatives may have been connected already by another path, so the sums are recomputed.
    const sums = (relatives: Map<string, PoolEntry>) => {
      let vsize = 0;
      let feesSat = 0n;
      for (const relative of relatives.values()) {
        vsize += relative.vsize;
        feesSat += relative.modifiedFeeSat;
      }
      return { count: relatives.size, vsize, feesSat };
    };
    for (const descendant of this.withDescendants([txid]).keys()) {
      const { count, vsize, feesSat } = sums(this.withAncestors([descendant]));
      this.#put({ ...this.#entries.get(descendant)!, ancestorCount: count, ancestorVsize: vsize, ancestorFeesSat: feesSat });
    }
    for (const ancestor of this.withAncestors([txid]).keys()) {
      const { count, vsize, feesSat } = sums(this.withDescendants([ancestor]));
      this.#put({ ...this.#entries.get(ancestor)!, descendantCount: count, descendantVsize: vsize, descendantFeesSat: feesSat });
    }
  }

  /**
   * Removes a set of transactions, updates the others, and returns the removed entries as they were. With each transaction
   * the set must contain all its ancestors (they were confirmed) or all its descendants.
   */
  remove(gone: ReadonlySet<string>): PoolEntry[] {
    const removed: PoolEntry[] = [];
    const childrenLeft = new Set<string>();
    const parentsLeft = new Set<string>();
    for (const txid of gone) {
      const entry = this.#entries.get(txid);
      if (entry === undefined) continue;
      removed.push(entry);
      for (const child of entry.children) if (!gone.has(child)) childrenLeft.add(child);
      for (const parent of entry.parents) if (!gone.has(parent)) parentsLeft.add(parent);
    }
    const changed = new Map<string, PoolEntry>();
    for (const [txid, descendant] of this.withDescendants(childrenLeft)) {
      let { ancestorCount, ancestorVsize, ancestorFeesSat } = descendant;
      for (const ancestor of this.withAncestors([txid]).values()) {
        if (!gone.has(ancestor.txid)) continue;
        ancestorCount -= 1;
        ancestorVsize -= ancestor.vsize;
        ancestorFeesSat -= ancestor.modifiedFeeSat;
      }
      const parents = childrenLeft.has(txid) ? descendant.parents.filter((parent) => !gone.has(parent)) : descendant.parents;
      changed.set(txid, { ...descendant, parents, ancestorCount, ancestorVsize, ancestorFeesSat });
    }
    for (const [txid, ancestor] of this.withAncestors(parentsLeft)) {
      let { descendantCount, descendantVsize, descendantFeesSat } = ancestor;
      for (const descendant of this.withDescendants([txid]).values()) {
        if (!gone.has(descendant.txid)) continue;
        descendantCount -= 1;
        descendantVsize -= descendant.vsize;
        descendantFeesSat -= descendant.modifiedFeeSat;
      }
      const children = parentsLeft.has(txid) ? ancestor.children.filter((child) => !gone.has(child)) : ancestor.children;
      changed.set(txid, { ...(changed.get(txid) ?? ancestor), children, descendantCount, descendantVsize, descendantFeesSat });
    }
    // On regtest a block usually confirms the whole mempool.
    if (removed.length === this.#entries.size) {
      this.#entries.clear();
      this.#spenders.clear();
      this.#totals.set(NOTHING);
      return removed;
    }
    let { bytes, usage, oldest } = this.#totals.get();
    for (const entry of removed) {
      this.#entries.delete(entry.txid);
      for (const input of entry.transaction.inputs) this.#spenders.delete(outpointKey(input));
      bytes -= entry.vsize;
      const orphaned = entry.children.filter((child) => !gone.has(child));
      usage -= usageOf(entry.transaction) + LINK_BYTES * (entry.parents.length + orphaned.length);
    }
    for (const entry of changed.values()) this.#put(entry);
    if (this.#entries.size === 0) oldest = Infinity;
    this.#totals.set({ bytes, usage, oldest });
    return removed;
  }

  /** Changes the modified fee of an entry, and the sums that contain it. */
  addToFee(txid: string, deltaSat: bigint): void {
    if (!this.#entries.has(txid)) return;
    const ancestors = this.withAncestors([txid]);
    const descendants = this.withDescendants([txid]);
    for (const relative of new Set([...ancestors.keys(), ...descendants.keys()])) {
      const entry = this.#entries.get(relative)!;
      this.#put({
        ...entry,
        modifiedFeeSat: relative === txid ? entry.modifiedFeeSat + deltaSat : entry.modifiedFeeSat,
        descendantFeesSat: ancestors.has(relative) ? entry.descendantFeesSat + deltaSat : entry.descendantFeesSat,
        ancestorFeesSat: descendants.has(relative) ? entry.ancestorFeesSat + deltaSat : entry.ancestorFeesSat,
      });
    }
  }

  /** Entries that arrived before `time` (epoch seconds). Without a search if no entry can be that old. */
  olderThan(time: number): string[] {
    const totals = this.#totals.get();
    if (totals.oldest >= time) return [];
    const old: string[] = [];
    let oldest = Infinity;
    for (const entry of this.#entries.values()) {
      if (entry.time < time) old.push(entry.txid);
      else oldest = Math.min(oldest, entry.time);
    }
    this.#totals.set({ ...totals, oldest });
    return old;
  }

  #put(entry: PoolEntry): void {
    this.#entries.set(entry.txid, entry);
    this.onPut(entry);
  }

  #walk(start: Iterable<string>, next: (entry: PoolEntry) => readonly string[]): Map<string, PoolEntry> {
    const found = new Map<string, PoolEntry>();
    const pending = [...start];
    for (let txid = pending.pop(); txid !== undefined; txid = pending.pop()) {
      if (found.has(txid)) continue;
      const entry = this.#entries.get(txid);
      if (entry === undefined) continue;
      found.set(txid, entry);
      for (const relative of next(entry)) if (!found.has(relative)) pending.push(relative);
    }
    return found;
  }
}
