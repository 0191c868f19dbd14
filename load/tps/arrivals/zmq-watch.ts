import type * as Zeromq from 'zeromq';
import { within } from '../../../fixtures/targets/within.ts';
import { epochUs } from '../epoch-clock.ts';
import type { Arrival, ArrivalWatch } from './types.ts';

const TOPIC = 'hashtx';
const CONNECT_MS = 5_000;

/** The native library; undefined where it is not installed. */
async function zeromq(): Promise<typeof Zeromq | undefined> {
  try {
    return await import('zeromq');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return undefined;
  }
}

/** Arrivals as a receiver notifies of them (pubhashtx): of the pool, and again of blocks. */
export class ZmqWatch implements ArrivalWatch {
  readonly source = 'zmq';
  readonly pollingErrorUs = 0;
  readonly pollingShare = 0;
  readonly warnings: string[] = [];
  readonly #socket: Zeromq.Subscriber;
  readonly #isOurs: (txid: string) => boolean;
  readonly #firstUs = new Map<string, number>();
  readonly #receiving: Promise<void>;
  #lastSequence: number | undefined;
  #dropped = 0;

  /**
   * @param address `tcp://host:port`
   * @param isOurs whether a transaction is of the round
   * @returns why not, as a part of a sentence, where the library is not installed, or the node does not publish there
   */
  static async open(address: string, isOurs: (txid: string) => boolean): Promise<ZmqWatch | string> {
    const library = await zeromq();
    if (!library) return 'the package zeromq is not installed beside Pyx';
    const socket = new library.Subscriber({ receiveHighWaterMark: 0, linger: 0 });
    const connected = new Promise<void>((resolve) => {
      socket.events.on('handshake', () => resolve());
    });
    socket.connect(address);
    socket.subscribe(TOPIC);
    if (
      (await within(
        connected.then(() => true),
        CONNECT_MS,
      )) === undefined
    ) {
      socket.close();
      return `no notifications could be had from ${address} within ${CONNECT_MS / 1_000} s`;
    }
    return new ZmqWatch(socket, isOurs);
  }

  private constructor(socket: Zeromq.Subscriber, isOurs: (txid: string) => boolean) {
    this.#socket = socket;
    this.#isOurs = isOurs;
    this.#receiving = this.#receive();
  }

  async count(): Promise<number> {
    return this.#firstUs.size;
  }

  async finish(): Promise<Arrival[]> {
    this.close();
    await this.#receiving;
    if (this.#dropped > 0) this.warnings.push(`${this.#dropped} notifications were dropped: their transactions have no time`);
    return [...this.#firstUs].map(([txid, timeUs]) => ({ txid, timeUs }));
  }

  close(): void {
    if (!this.#socket.closed) this.#socket.close();
  }

  async #receive(): Promise<void> {
    for await (const [, hash, sequence] of this.#socket) {
      const timeUs = epochUs();
      if (!hash || !sequence) continue;
      const number = sequence.readUInt32LE();
      // A node that was started again counts from 0.
      if (this.#lastSequence !== undefined && number > this.#lastSequence) this.#dropped += number - this.#lastSequence - 1;
      this.#lastSequence = number;
      const txid = hash.toString('hex');
      if (!this.#firstUs.has(txid) && this.#isOurs(txid)) this.#firstUs.set(txid, timeUs);
    }
  }
}
