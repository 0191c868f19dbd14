import type { Checker } from '../../engine/checker.ts';
import { vsizeOf, type RawTransaction } from '../../oracles/transaction.ts';
import { present } from './present.ts';

/** Transactions of the pool and their dependencies, computed from their bytes. */
export class PoolModel {
  readonly #t: Checker;
  readonly #transactions: ReadonlyMap<string, RawTransaction>;

  /** @param transactions by txid; the map may change */
  constructor(t: Checker, transactions: ReadonlyMap<string, RawTransaction>) {
    this.#t = t;
    this.#transactions = transactions;
  }

  /** A transaction of the pool. Ends the case with a finding if it is not in the pool. */
  transaction(txid: string): RawTransaction {
    return present(this.#t, this.#transactions.get(txid), `getrawmempool does not list the sent transaction ${txid}`);
  }

  /** Transactions in the pool whose outputs it spends. */
  parents(txid: string): string[] {
    const spent = new Set(this.#transactions.get(txid)?.inputs.map((input) => input.txid));
    return [...spent].filter((parent) => this.#transactions.has(parent));
  }

  /** Transactions in the pool that spend its outputs. */
  children(txid: string): string[] {
    return [...this.#transactions.keys()].filter((child) => this.parents(child).includes(txid));
  }

  /** All transactions reachable by `step`, and the transaction itself. */
  #family(txid: string, step: (txid: string) => string[]): string[] {
    const reached = new Set([txid]);
    for (const member of reached) for (const next of step(member)) reached.add(next);
    return [...reached];
  }

  ancestors = (txid: string): string[] => this.#family(txid, (member) => this.parents(member));
  descendants = (txid: string): string[] => this.#family(txid, (member) => this.children(member));

  /** Sum of virtual sizes. */
  vsize(txids: readonly string[]): number {
    return txids.reduce((sum, txid) => sum + vsizeOf(this.transaction(txid)), 0);
  }
}
