import type { RefusedTransaction } from './results.ts';

/** The transactions of one round, by their index in it. */
export class RoundTransactions {
  /** Index in the prepared file of the first of them. */
  readonly first: number;
  readonly outputsPerTx: number;
  readonly txids: string[] = [];
  /** Number of the sender, from 0, that was given each. */
  readonly senderOf: number[] = [];
  /** Sent at, in epoch microseconds: the start time, or the moment of the call. NaN for one that was not taken. */
  readonly releasedUs: number[] = [];
  readonly refused: RefusedTransaction[] = [];
  readonly #refusedIndices = new Set<number>();
  readonly #senders: readonly string[];
  readonly #indexOf = new Map<string, number>();

  /** @param senders their names */
  constructor(first: number, outputsPerTx: number, senders: readonly string[]) {
    this.first = first;
    this.#senders = senders;
    this.outputsPerTx = outputsPerTx;
  }

  get count(): number {
    return this.txids.length;
  }

  /** @returns its index in the round */
  add(txid: string, sender: number): number {
    const index = this.txids.length;
    this.#indexOf.set(txid, index);
    this.txids.push(txid);
    this.senderOf.push(sender);
    this.releasedUs.push(Number.NaN);
    return index;
  }

  /** Sent at this time, in epoch microseconds. */
  release(index: number, atUs: number): void {
    if (!this.#refusedIndices.has(index)) this.releasedUs[index] = atUs;
  }

  /** All that senders have taken. */
  releaseAll(atUs: number): void {
    for (let index = 0; index < this.count; index++) this.release(index, atUs);
  }

  /** A sender did not take it: it is neither released nor lost. The first reason counts. */
  refuse(index: number, reason: string): void {
    if (this.#refusedIndices.has(index)) return;
    this.#refusedIndices.add(index);
    this.releasedUs[index] = Number.NaN;
    this.refused.push({ index: this.first + index, txid: this.txids[index]!, sender: this.#senders[this.senderOf[index]!]!, reason });
  }

  indexOf(txid: string): number | undefined {
    return this.#indexOf.get(txid);
  }
}
