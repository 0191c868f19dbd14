import type { Acceptance } from '../chain/types.ts';
import type { Mempool } from '../mempool/types.ts';
import type { Transaction } from '../primitives/types.ts';
import type { Ledger, TxNotes } from './ledger.ts';
import type { WalletTx } from './types.ts';

interface OutboxDeps {
  readonly mempool: Mempool;
  readonly relay: (transaction: Transaction) => void;
  readonly log: (line: string) => void;
}

/** The way of a wallet's transactions to the pool. The pool reports what it takes to all wallets, so to this one as well. */
export class Outbox {
  readonly #ledger: Ledger;
  readonly #deps: OutboxDeps;

  constructor(ledger: Ledger, deps: OutboxDeps) {
    this.#ledger = ledger;
    this.#deps = deps;
  }

  /** Keeps a transaction that the wallet has made, and sends it. What the pool refuses is held back. */
  commit(transaction: Transaction, notes: TxNotes): void {
    const { txid } = transaction;
    if (this.#ledger.get(txid)) this.#ledger.annotate(txid, notes);
    else this.#ledger.insert(transaction, { type: 'inactive', abandoned: false, heldBack: true }, notes);
    const answer = this.#send(transaction);
    if (!answer.ok) this.#deps.log(`Wallet: transaction ${txid} is held back: ${answer.reason}`);
  }

  /**
   * Offers to the pool what is in no block, be it sent or received: what the wallet has sent may build upon what it was
   * paid. True where something was taken.
   */
  offer(): boolean {
    return this.#sendAll(
      this.#ledger.all().filter(({ transaction, state }) => state.type === 'inactive' && !state.abandoned && !transaction.isCoinbase),
    );
  }

  /** Offers to the pool what it has never taken. True where something was taken. */
  offerHeldBack(): boolean {
    return this.#sendAll(this.#ledger.heldBack());
  }

  #sendAll(txs: readonly WalletTx[]): boolean {
    return txs.filter(({ transaction }) => this.#send(transaction).ok).length > 0;
  }

  #send(transaction: Transaction): Acceptance {
    const { mempool, relay } = this.#deps;
    const answer = mempool.accept(transaction);
    if (answer.ok) relay(transaction);
    return answer;
  }
}
