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
export function createNotifications({ chain, mempool, options, log }: NotificationsDeps): Notifications {
  let notifiers: Notifier[] = [];
  let outlets: Outlet[] = [];

  const publish = (topic: Topic, body: () => Buffer): void => {
    for (const notifier of notifiers) if (notifier.topic === topic) notifier.publish(body());
  };
  const publishTransaction = (transaction: Transaction): void => {
    publish('hashtx', () => Buffer.from(transaction.txid, 'hex'));
    publish('rawtx', () => transaction.bytes);
  };
  const publishTransactions = ({ transactions }: Block): void => {
    if (notifiers.length > 0) for (const transaction of transactions) publishTransaction(transaction);
  };

  if (options.zmq.length > 0) {
    chain.on({
      connected: publishTransactions,
      disconnected: publishTransactions,
      tipChanged: ({ hash }) => {
        publish('hashblock', () => Buffer.from(hash, 'hex'));
        const block = notifiers.some(({ topic }) => topic === 'rawblock') ? chain.block(hash) : undefined;
        if (block) publish('rawblock', () => block.bytes);
      },
    });
    mempool.on({ added: ({ transaction }) => publishTransaction(transaction) });
  }

  return {
    active: () => notifiers.map(({ topic, address }) => ({ type: `pub${topic}`, address, highWaterMark: HIGH_WATER_MARK })),

    async start() {
      if (options.zmq.length === 0) return;
      const { Publisher } = await zeromq();
      const made = new Map<string, Outlet>();
      for (const { address } of options.zmq) {
        if (made.has(address)) continue;
        const publisher = new Publisher({ linger: 0, sendHighWaterMark: HIGH_WATER_MARK });
        try {
          await publisher.bind(address);
        } catch (error) {
          // As in nodes of this family, the node starts without this publisher.
          log(
            `zmq: unable to bind to ${address} (${(error as Error).message}); nothing is published there. Choose another -zmqpub… address`,
          );
          publisher.close();
          continue;
        }
        const outlet = new Outlet(publisher, log);
        made.set(address, outlet);
        outlets.push(outlet);
      }
      notifiers = options.zmq.flatMap(({ topic, address }) => {
        const outlet = made.get(address);
        return outlet === undefined ? [] : [new Notifier(topic, address, outlet)];
      });
    },

    async stop() {
      notifiers = [];
      const open = outlets;
      outlets = [];
      for (const outlet of open) await outlet.close();
    },
  };
}
