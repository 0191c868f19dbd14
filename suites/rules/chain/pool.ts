import type { Wire } from '../../../specs/model/wire.ts';
import type { Trial } from '../../../engine/trial.ts';
import { vsizeOf, type RawTransaction } from '../../../oracles/transaction.ts';
import { rawTransaction } from '../support/fees.ts';

export interface PoolEntry {
  readonly size: number;
  readonly time: number;
  readonly height: number;
  readonly descendantcount: number;
  readonly descendantsize: number;
  readonly ancestorcount: number;
  readonly ancestorsize: number;
  readonly fees: { readonly base: Wire; readonly modified: Wire; readonly ancestor: Wire; readonly descendant: Wire };
  readonly depends: readonly string[];
  readonly spentby: readonly string[];
}

/** The transactions of the pool, and how they hang together, computed from their bytes. */
export class Pool {
  readonly transactions: ReadonlyMap<string, RawTransaction>;

  private constructor(transactions: ReadonlyMap<string, RawTransaction>) {
    this.transactions = transactions;
  }

  static async read(t: Trial): Promise<Pool> {
    const transactions = new Map<string, RawTransaction>();
    for (const txid of await t.result<string[]>('getrawmempool')) transactions.set(txid, await rawTransaction(t, txid));
    return new Pool(transactions);
  }

  /** Transactions in the pool that it spends from. */
  parents(txid: string): string[] {
    const spent = new Set(this.transactions.get(txid)?.inputs.map((input) => input.txid));
    return [...spent].filter((parent) => this.transactions.has(parent));
  }

  /** Transactions in the pool that spend from it. */
  children(txid: string): string[] {
    return [...this.transactions.keys()].filter((child) => this.parents(child).includes(txid));
  }

  /** All that can be reached by `step`, and itself. */
  family(txid: string, step: (txid: string) => string[]): string[] {
    const reached = new Set([txid]);
    for (const one of reached) for (const next of step(one)) reached.add(next);
    return [...reached];
  }

  ancestors = (txid: string): string[] => this.family(txid, (one) => this.parents(one));
  descendants = (txid: string): string[] => this.family(txid, (one) => this.children(one));

  /** Sum of virtual sizes. */
  vsize(txids: readonly string[]): number {
    return txids.reduce((sum, txid) => sum + vsizeOf(this.transactions.get(txid) as RawTransaction), 0);
  }
}
