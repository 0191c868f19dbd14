import { MISSING_INPUTS } from '../mempool/reasons.ts';
import type { Mempool } from '../mempool/types.ts';
import { usageOf } from '../mempool/usage.ts';
import type { TransactionMessage } from '../network/types.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';

/** A transaction that waits to be sent. */
export interface Queued {
  readonly transaction: Transaction;
  /** The message for peers, made before the start time. */
  readonly message: TransactionMessage;
}

export interface QueueDeps {
  readonly mempool: Mempool;
  readonly message: (transaction: Transaction) => TransactionMessage;
}

const keyOf = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`;

/** Transactions in the order in which they are to be sent, each of which the memory pool would take when it came. */
export class TransactionQueue {
  readonly #deps: QueueDeps;
  #queued = new Map<string, Queued>();
  /** Which of them spends an output. */
  #spenders = new Map<string, string>();
  /** As the memory pool counts it. */
  #usage = 0;
  /** A snapshot holds these maps: they are copied before the next change. */
  #isFrozen = false;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#queued.size;
  }

  /** The first ones. */
  first(count: number): Queued[] {
    const found: Queued[] = [];
    for (const queued of this.#queued.values()) {
      if (found.length >= count) break;
      found.push(queued);
    }
    return found;
  }

  /**
   * Puts a transaction at the end. Returns why not, in the words of the memory pool where they are its own. It may spend
   * outputs of queued transactions: then its scripts are not run before it is sent.
   */
  add(transaction: Transaction): string | undefined {
    const { txid, inputs } = transaction;
    if (this.#queued.has(txid)) return 'txn-already-in-queue';
    for (const input of inputs) {
      const spender = this.#spenders.get(keyOf(input));
      if (spender !== undefined) return `txn-queue-conflict: ${keyOf(input)} is spent by ${spender}`;
    }
    const reason = this.#refusal(transaction);
    if (reason !== undefined) return reason;
    const { mempool, message } = this.#deps;
    const usage = usageOf(transaction);
    if (mempool.usage + this.#usage + usage > mempool.maxBytes) return 'queue full: the memory pool could not hold it';
    if (this.#isFrozen) this.#copy();
    this.#usage += usage;
    this.#queued.set(txid, { transaction, message: message(transaction) });
    for (const input of inputs) this.#spenders.set(keyOf(input), txid);
    return undefined;
  }

  /** Empties the queue. Returns what was in it. */
  take(): Queued[] {
    const taken = [...this.#queued.values()];
    this.#queued = new Map();
    this.#spenders = new Map();
    this.#usage = 0;
    this.#isFrozen = false;
    return taken;
  }

  freeze(): () => void {
    const [queued, spenders, usage] = [this.#queued, this.#spenders, this.#usage];
    this.#isFrozen = true;
    return () => {
      this.#queued = queued;
      this.#spenders = spenders;
      this.#usage = usage;
      this.#isFrozen = true;
    };
  }

  #copy(): void {
    this.#queued = new Map(this.#queued);
    this.#spenders = new Map(this.#spenders);
    this.#isFrozen = false;
  }

  #refusal(transaction: Transaction): string | undefined {
    const { mempool } = this.#deps;
    const accepted = mempool.accept(transaction, { test: true });
    if (accepted.ok) return undefined;
    const { reason, detail } = accepted;
    const isThere = (input: Outpoint): boolean =>
      this.#queued.get(input.txid)?.transaction.outputs[input.vout] !== undefined || mempool.coin(input) !== undefined;
    if (reason === MISSING_INPUTS && transaction.inputs.every(isThere)) return undefined;
    return detail === undefined ? reason : `${reason}, ${detail}`;
  }
}
