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

/** Submits a wallet's transactions to the mempool, which reports accepted transactions to all wallets, this one included. */
export class Outbox {
  readonly #ledger: Ledger;
  readonly #deps: OutboxDeps;

  constructor(ledger: Ledger, deps: OutboxDeps) {
    this.#ledger = ledger;
    this.#deps = deps;
  }

  /** Records a transaction that the wallet has created, and submits it. A transaction that the mempool refuses is held back. */
  commit(transaction: Transaction, notes: TxNotes): void {
    const { txid } = transaction;
    if (this.#ledger.get(txid)) this.#ledger.annotate(txid, notes);
    else this.#ledger.insert(transaction, { type: 'inactive', abandoned: false, heldBack: true }, notes);
    const answer = this.#send(transaction);
    if (!answer.ok) this.#deps.log(`Wallet: transaction ${txid} is held back: ${answer.reason}`);
  }

  /**
   * Submits all unconfirmed transactions, sent and received: a sent one may spend a received one. Returns whether the
   * mempool accepted any.
   */
  offer(): boolean {
    return this.#sendAll(
      this.#ledger.all().filter(({ transaction, state }) => state.type === 'inactive' && !state.abandoned && !transaction.isCoinbase),
    );
  }

  /** Submits the transactions that the mempool has never accepted. Returns whether it accepted any. */
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
