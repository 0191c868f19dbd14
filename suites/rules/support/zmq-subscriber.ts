import { connect, type Socket } from 'node:net';
import { joined } from '../../../oracles/bytes.ts';

const GREETING_BYTES = 64;
const FLAG = { more: 1, long: 2, command: 4 } as const;

const named = (name: string, value: string): Uint8Array => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(value.length);
  return joined([name.length], Buffer.from(name), length, Buffer.from(value));
};

/** The greeting (version 3.0, no security), the READY command, and the subscription to all topics. */
const GREETING = joined([0xff], new Uint8Array(8), [0x7f, 3, 0], Buffer.from('NULL'.padEnd(20, '\0')), new Uint8Array(32));
const READY_CONTENT = joined([5], Buffer.from('READY'), named('Socket-Type', 'SUB'));
const READY = joined([FLAG.command, READY_CONTENT.length], READY_CONTENT);
const SUBSCRIBE_ALL = Uint8Array.of(0, 1, 1);

/** A subscriber to all topics of a ZeroMQ publisher (ZMTP 3.0). */
export class ZmqSubscriber {
  /** The received messages, each as its frames. */
  readonly messages: Uint8Array[][] = [];
  /** Whether the other side is a publisher that has completed the handshake. */
  ready = false;
  #socket: Socket;
  #pending: Uint8Array = new Uint8Array();
  #greeted = false;
  #frames: Uint8Array[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data) => this.#read(data));
    socket.write(GREETING);
  }

  /** Connects to `tcp://host:port`. Rejects with the error of the connection. */
  static open(address: string): Promise<ZmqSubscriber> {
    const { hostname, port } = new URL(address);
    const socket = connect({ host: hostname, port: Number(port) });
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('connect', () => resolve(new ZmqSubscriber(socket)));
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(data: Uint8Array): void {
    this.#pending = joined(this.#pending, data);
    if (!this.#greeted) {
      if (this.#pending.length < GREETING_BYTES) return;
      this.#greeted = true;
      this.#pending = this.#pending.slice(GREETING_BYTES);
      this.#socket.write(READY);
    }
    for (let frame = this.#frame(); frame; frame = this.#frame()) this.#hear(frame);
  }

  /** Removes and returns the next complete frame of the received data. */
  #frame(): { flags: number; content: Uint8Array } | undefined {
    const view = Buffer.from(this.#pending);
    const flags = view[0] ?? 0;
    const head = flags & FLAG.long ? 9 : 2;
    if (view.length < head) return undefined;
    const length = flags & FLAG.long ? Number(view.readBigUInt64BE(1)) : view.readUInt8(1);
    if (view.length < head + length) return undefined;
    this.#pending = this.#pending.slice(head + length);
    return { flags, content: Uint8Array.from(view.subarray(head, head + length)) };
  }

  #hear({ flags, content }: { flags: number; content: Uint8Array }): void {
    if (flags & FLAG.command) {
      const text = Buffer.from(content).toString('latin1');
      // XPUB is PUB with notifications about subscriptions.
      if (!text.startsWith('\x05READY') || !/X?PUB/.test(text)) return;
      this.ready = true;
      this.#socket.write(SUBSCRIBE_ALL);
      return;
    }
    this.#frames.push(content);
    if (flags & FLAG.more) return;
    this.messages.push(this.#frames);
    this.#frames = [];
  }
}
