import { setTimeout as delay } from 'node:timers/promises';
import { epochUs } from '../epoch-clock.ts';
import type { TpsNode } from '../network/types.ts';
import type { Arrival, ArrivalWatch } from './types.ts';

const US_PER_MS = 1_000;
const MIN_PAUSE_MS = 10;
/** A poll of a large pool takes the receiver's time: it is left alone for as long as the poll took, several times. */
const PAUSES_PER_POLL = 9;

/** Arrivals as they are first seen in the receiver's pool (getrawmempool), stamped when the answer has come. */
export class PollingWatch implements ArrivalWatch {
  readonly source = 'polling';
  readonly polledBecause: string;
  readonly warnings = [];
  readonly #receiver: TpsNode;
  readonly #isOurs: (txid: string) => boolean;
  readonly #firstUs = new Map<string, number>();
  readonly #abort = new AbortController();
  readonly #polling: Promise<void>;
  #failure: unknown;
  #polls = 0;
  #pollUs = 0;
  #betweenUs = 0;

  /** @param isOurs whether a transaction is of the round */
  constructor(receiver: TpsNode, isOurs: (txid: string) => boolean, polledBecause: string) {
    this.polledBecause = polledBecause;
    this.#receiver = receiver;
    this.#isOurs = isOurs;
    this.#polling = this.#poll();
  }

  get pollingErrorUs(): number {
    return this.#polls === 0 ? 0 : (this.#betweenUs / 2 + this.#pollUs) / this.#polls;
  }

  get pollingShare(): number {
    return this.#betweenUs === 0 ? 0 : this.#pollUs / this.#betweenUs;
  }

  async count(): Promise<number> {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#firstUs.size;
  }

  async finish(): Promise<Arrival[]> {
    this.close();
    await this.#polling;
    if (this.#failure !== undefined) throw this.#failure;
    return [...this.#firstUs].map(([txid, timeUs]) => ({ txid, timeUs }));
  }

  close(): void {
    this.#abort.abort();
  }

  /** The answer of the last poll may come after the end; what it shows counts. */
  async #poll(): Promise<void> {
    const { signal } = this.#abort;
    let lastUs = epochUs();
    try {
      while (!signal.aborted) {
        const askedUs = epochUs();
        const txids = await this.#receiver.call('getrawmempool');
        const answeredUs = epochUs();
        for (const txid of txids) if (!this.#firstUs.has(txid) && this.#isOurs(txid)) this.#firstUs.set(txid, answeredUs);
        this.#polls++;
        this.#pollUs += answeredUs - askedUs;
        this.#betweenUs += answeredUs - lastUs;
        lastUs = answeredUs;
        await delay(Math.max(MIN_PAUSE_MS, ((answeredUs - askedUs) / US_PER_MS) * PAUSES_PER_POLL), undefined, { signal });
      }
    } catch (error) {
      if (!signal.aborted) this.#failure = error;
    }
  }
}
