import type { Rejection } from '../chain/types.ts';
import type { Transaction } from '../primitives/types.ts';
import { ancestorsWithinLimits, type ChainLimits, type ChainLink } from './limits.ts';

/**
 * The transactions that return to the mempool in one step of a reorganisation. The limits of chains hold among them: as
 * in the node family, transactions that already wait in the mempool, and depend on them, do not count.
 */
export class ReturningChains {
  readonly #links = new Map<string, ChainLink>();

  /** Why a transaction may not return; undefined if it may. */
  refusal(transaction: Transaction, vsize: number, limits: ChainLimits): Rejection | undefined {
    const found = ancestorsWithinLimits(this.#links, this.#parentsOf(transaction), vsize, limits);
    return found.ok ? undefined : found;
  }

  /** Records that a transaction has returned. */
  add(transaction: Transaction, vsize: number): void {
    const parents = this.#parentsOf(transaction);
    const pending = new Set(parents);
    for (const txid of pending) {
      const link = this.#links.get(txid)!;
      this.#links.set(txid, { ...link, descendantCount: link.descendantCount + 1, descendantVsize: link.descendantVsize + vsize });
      for (const parent of link.parents) pending.add(parent);
    }
    this.#links.set(transaction.txid, { vsize, parents, descendantCount: 1, descendantVsize: vsize });
  }

  #parentsOf({ inputs }: Transaction): string[] {
    return [...new Set(inputs.map(({ txid }) => txid))].filter((txid) => this.#links.has(txid));
  }
}
