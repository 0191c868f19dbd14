import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chain } from '../chain/types.ts';
import { WalletError } from './wallet-error.ts';
import type { Ledger } from './ledger.ts';
import type { Rescan } from './types.ts';

/**
 * Looks for the transactions of one wallet in blocks that it may have missed; one search at a time. Other calls get
 * their turn after every block: that costs some microseconds of each, and lets a search be aborted at once.
 */
export class Rescanner {
  readonly #chain: Chain;
  readonly #ledger: Ledger;
  readonly #ending: AbortSignal;
  #running: { aborted: boolean } | undefined;

  /** @param ending aborts each search */
  constructor(chain: Chain, ledger: Ledger, ending: AbortSignal) {
    this.#chain = chain;
    this.#ledger = ledger;
    this.#ending = ending;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** False where nothing runs that could be aborted. */
  abort(): boolean {
    if (!this.#running || this.#running.aborted) return false;
    this.#running.aborted = true;
    return true;
  }

  /**
   * From one height to another, or to whatever the tip is when it comes there. Yields to other calls between blocks.
   * Rejects with `WalletError` (refused) where another rescan runs or a block was pruned.
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
    if (!node) return; // the chain has become shorter meanwhile
    const block = this.#chain.block(node.hash);
    if (!block) throw new WalletError('refused', 'Rescan failed. A block is not there, perhaps because it was pruned.');
    this.#ledger.scan(block, node);
  }
}
