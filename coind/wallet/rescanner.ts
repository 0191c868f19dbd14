import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chain } from '../chain/types.ts';
import { WalletError } from './wallet-error.ts';
import type { Ledger } from './ledger.ts';
import type { Rescan } from './types.ts';

/**
 * Scans blocks for transactions of one wallet; one rescan at a time. Other calls get their turn after every block: this
 * costs some microseconds per block, and a rescan can be aborted at once.
 */
export class Rescanner {
  readonly #chain: Chain;
  readonly #ledger: Ledger;
  readonly #ending: AbortSignal;
  #running: { aborted: boolean } | undefined;

  /** @param ending aborts each rescan */
  constructor(chain: Chain, ledger: Ledger, ending: AbortSignal) {
    this.#chain = chain;
    this.#ledger = ledger;
    this.#ending = ending;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** Returns false if no rescan is running. */
  abort(): boolean {
    if (!this.#running || this.#running.aborted) return false;
    this.#running.aborted = true;
    return true;
  }

  /**
   * Scans from one height to another, by default to the tip at the end of the scan. Yields to other calls between blocks.
   * Rejects with `WalletError` (refused) if another rescan is running or a block was pruned.
   */
  async run(startHeight: number, stopHeight?: number): Promise<Rescan> {
    if (this.#running) throw new WalletError('refused', 'Wallet is currently rescanning. Abort existing rescan or wait.');
    const control = { aborted: false };
    this.#running = control;
    try {
      let height = startHeight;
      for (; height <= (stopHeight ?? this.#chain.tip.height); height++) {
        if (control.aborted || this.#ending.aborted) return { startHeight, stopHeight: height - 1, aborted: true };
        this.#scan(height);
        await nextTurn();
      }
      return { startHeight, stopHeight: height - 1, aborted: false };
    } finally {
      this.#running = undefined;
    }
  }

  #scan(height: number): void {
    const node = this.#chain.atHeight(height);
    if (!node) return; // the chain became shorter during the scan
    const block = this.#chain.block(node.hash);
    if (!block) throw new WalletError('refused', `Rescan failed. The block at height ${height} is not available; it may have been pruned.`);
    this.#ledger.scan(block, node);
  }
}
