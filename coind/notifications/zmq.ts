import type * as Zeromq from 'zeromq';
import type { Publisher } from 'zeromq';
import type { Chain } from '../chain/types.ts';
import type { Mempool } from '../mempool/types.ts';
import type { Notifications } from './types.ts';
import type { Log } from '../log.ts';
import type { NodeOptions } from '../options/node-options.ts';
import type { Block, Transaction } from '../primitives/types.ts';

/** Maximum number of messages queued for one subscriber; further messages to it are dropped. */
const HIGH_WATER_MARK = 1_000;
/** Maximum number of messages queued for the library; further messages are dropped. */
const MAX_WAITING = 10_000;

export type Topic = NodeOptions['zmq'][number]['topic'];

export interface NotificationsDeps {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly options: Pick<NodeOptions, 'zmq'>;
  readonly log: Log;
}

/** The native library, needed for notifications only. Throws an Error for the user if it is not installed. */
async function zeromq(): Promise<typeof Zeromq> {
  try {
    return await import('zeromq');
  } catch (error) {
    // The second is that of require(), by which the bundle of the program loads it.
    if (!['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new Error('-zmqpub… needs the package zeromq, which is not installed; run npm install zeromq, or leave the option out', {
      cause: error,
    });
  }
}

type Message = readonly [topic: string, body: Buffer, sequence: Buffer];

/** A publisher at one address. Sends messages in the order of the calls. */
class Outlet {
  readonly #publisher: Publisher;
  readonly #log: Log;
  readonly #waiting: Message[] = [];
  #sending = false;

  constructor(publisher: Publisher, log: Log) {
    this.#publisher = publisher;
    this.#log = log;
  }

  publish(message: Message): void {
    if (this.#waiting.length >= MAX_WAITING) return; // subscribers see a gap in the sequence
    this.#waiting.push(message);
    if (!this.#sending) void this.#send();
  }

  async close(): Promise<void> {
    while (this.#sending) await new Promise((resolve) => setImmediate(resolve));
    this.#publisher.close();
  }

  async #send(): Promise<void> {
    this.#sending = true;
    try {
      for (let message = this.#waiting.shift(); message; message = this.#waiting.shift()) await this.#publisher.send([...message]);
    } catch (error) {
      this.#waiting.length = 0;
      this.#log(`zmq: ${(error as Error).message}`);
    } finally {
      this.#sending = false;
    }
  }
}

/** One topic at one address; counts its own messages. */
class Notifier {
  readonly topic: Topic;
  readonly address: string;
  readonly #outlet: Outlet;
  #sequence = 0;

  constructor(topic: Topic, address: string, outlet: Outlet) {
    this.topic = topic;
    this.address = address;
    this.#outlet = outlet;
  }

  publish(body: Buffer): void {
    const sequence = Buffer.alloc(4);
    sequence.writeUInt32LE(this.#sequence);
    this.#sequence = (this.#sequence + 1) >>> 0;
    this.#outlet.publish([this.topic, body, sequence]);
  }
}

/**
 * Publishes blocks and transactions over ZeroMQ, as nodes of this family do: three frames, the topic (`hashtx`), the
 * content (a hash in the byte order of the RPC, or the serialised block or transaction) and a sequence number of 32 bits,
 * little-endian, for each topic at each address. A block is published when it becomes the tip; a transaction when it
 * enters the pool, and when a block with it is connected or disconnected.
 */
export function createNotifications(deps: NotificationsDeps): Notifications {
  return new ZmqNotifications(deps);
}

class ZmqNotifications implements Notifications {
  readonly #chain: NotificationsDeps['chain'];
  readonly #zmq: NotificationsDeps['options']['zmq'];
  readonly #log: NotificationsDeps['log'];
  #notifiers: readonly Notifier[] = [];
  #outlets: readonly Outlet[] = [];

  constructor({ chain, mempool, options, log }: NotificationsDeps) {
    this.#chain = chain;
    this.#zmq = options.zmq;
    this.#log = log;
    if (this.#zmq.length === 0) return;
    const ofBlock = ({ transactions }: Block): void => {
      if (this.#notifiers.length > 0) for (const transaction of transactions) this.#publishTransaction(transaction);
    };
    chain.on({ connected: ofBlock, disconnected: ofBlock, tipChanged: ({ hash }) => this.#publishTip(hash) });
    mempool.on({ added: ({ transaction }) => this.#publishTransaction(transaction) });
  }

  active(): ReturnType<Notifications['active']> {
    return this.#notifiers.map(({ topic, address }) => ({ type: `pub${topic}`, address, highWaterMark: HIGH_WATER_MARK }));
  }

  async start(): Promise<void> {
    if (this.#zmq.length === 0) return;
    const made = new Map<string, Outlet>();
    for (const address of new Set(this.#zmq.map((wanted) => wanted.address))) {
      const outlet = await this.#bind(address);
      if (outlet) made.set(address, outlet);
    }
    this.#outlets = [...made.values()];
    this.#notifiers = this.#zmq.flatMap(({ topic, address }) => {
      const outlet = made.get(address);
      return outlet === undefined ? [] : [new Notifier(topic, address, outlet)];
    });
  }

  async stop(): Promise<void> {
    this.#notifiers = [];
    const open = this.#outlets;
    this.#outlets = [];
    for (const outlet of open) await outlet.close();
  }

  /** Undefined if the address cannot be bound: as in nodes of this family, the node starts without this publisher. */
  async #bind(address: string): Promise<Outlet | undefined> {
    const { Publisher } = await zeromq();
    const publisher = new Publisher({ linger: 0, sendHighWaterMark: HIGH_WATER_MARK });
    try {
      await publisher.bind(address);
    } catch (error) {
      this.#log(
        `zmq: unable to bind to ${address} (${(error as Error).message}); nothing is published there. Choose another -zmqpub… address`,
      );
      publisher.close();
      return undefined;
    }
    return new Outlet(publisher, this.#log);
  }

  #publish(topic: Topic, body: () => Buffer): void {
    for (const notifier of this.#notifiers) if (notifier.topic === topic) notifier.publish(body());
  }

  #publishTransaction({ txid, bytes }: Transaction): void {
    this.#publish('hashtx', () => Buffer.from(txid, 'hex'));
    this.#publish('rawtx', () => bytes);
  }

  #publishTip(hash: string): void {
    this.#publish('hashblock', () => Buffer.from(hash, 'hex'));
    const block = this.#notifiers.some(({ topic }) => topic === 'rawblock') ? this.#chain.block(hash) : undefined;
    if (block) this.#publish('rawblock', () => block.bytes);
  }
}
