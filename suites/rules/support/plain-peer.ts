import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ByteReader, compactSize, hash256, joined, littleEndian } from '../../../oracles/bytes.ts';

/** Service bits of the public protocol. */
export const SERVICES = { none: 0n, network: 1n, witness: 8n } as const;

/** Size of a message header in the public protocol: magic, name, length and checksum. */
export const HEADER_BYTES = 24;
const USER_AGENT = Buffer.from('/pyx/');

/** Number of messages of one type in one direction, and the bytes of their contents without headers. */
export interface Traffic {
  readonly count: number;
  readonly contentBytes: number;
}

/** Bytes of messages of all types, headers included. */
export const bytesOf = (traffic: ReadonlyMap<string, Traffic>): number =>
  [...traffic.values()].reduce((sum, { count, contentBytes }) => sum + count * HEADER_BYTES + contentBytes, 0);

interface Message {
  readonly command: string;
  readonly content: Uint8Array;
}

export interface PlainPeerOptions {
  readonly services?: bigint;
}

/**
 * A peer to which a node connects. It performs the handshake, answers pings at once or on request, and sends given
 * messages. It has no chain, and takes the network magic from the first message that it receives.
 */
export class PlainPeer {
  /** `host:port`, for `addnode`. */
  readonly address: string;
  /** Whether it answers pings at once. */
  answering = true;
  readonly received = new Map<string, Traffic>();
  readonly sent = new Map<string, Traffic>();
  /** Unanswered pings: the nonce, and the time of arrival (`performance.now()`). */
  readonly pings: { readonly nonce: Uint8Array; readonly atMs: number }[] = [];
  readonly #server: Server;
  readonly #services: bigint;
  #socket: Socket | undefined;
  #magic: Uint8Array = new Uint8Array();
  #pending: Uint8Array = new Uint8Array();

  private constructor(server: Server, services: bigint) {
    this.#server = server;
    this.#services = services;
    this.address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (socket) => this.#adopt(socket));
  }

  /** Listens on loopback. */
  static async listen({ services = SERVICES.network | SERVICES.witness }: PlainPeerOptions = {}): Promise<PlainPeer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PlainPeer(server, services);
  }

  /** Whether a node is connected and has completed the handshake. */
  get connected(): boolean {
    return this.#socket !== undefined && this.received.has('verack');
  }

  /** Sends one message over the current connection. */
  send(command: string, content: Uint8Array = new Uint8Array()): void {
    const name = Buffer.alloc(12);
    name.write(command, 'ascii');
    const header = joined(this.#magic, name, littleEndian(content.length, 4), hash256(content).subarray(0, 4));
    add(this.sent, { command, content });
    this.#socket?.write(joined(header, content));
  }

  /** Answers the last unanswered ping. */
  pong(): void {
    const ping = this.pings.pop();
    if (ping) this.send('pong', ping.nonce);
  }

  async close(): Promise<void> {
    this.#socket?.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #adopt(socket: Socket): void {
    this.#socket?.destroy();
    this.#socket = socket;
    this.#pending = new Uint8Array();
    this.received.clear();
    this.sent.clear();
    socket.on('data', (data) => this.#read(data));
    socket.on('error', () => socket.destroy()); // a node may close a connection at any time; `connected` then returns false
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
    });
  }

  #read(data: Uint8Array): void {
    this.#pending = joined(this.#pending, data);
    for (;;) {
      if (this.#pending.length < HEADER_BYTES) return;
      const header = new ByteReader(this.#pending);
      this.#magic = header.take(4).slice();
      const command = Buffer.from(header.take(12)).toString('ascii').replace(/\0+$/, '');
      const length = header.uint(4);
      if (this.#pending.length < HEADER_BYTES + length) return;
      const content = this.#pending.slice(HEADER_BYTES, HEADER_BYTES + length);
      this.#pending = this.#pending.slice(HEADER_BYTES + length);
      this.#hear({ command, content });
    }
  }

  #hear(message: Message): void {
    add(this.received, message);
    const { command, content } = message;
    if (command === 'version') {
      this.send('version', this.#version(content));
      this.send('verack');
    } else if (command === 'ping') {
      this.pings.push({ nonce: content, atMs: performance.now() });
      if (this.answering) this.pong();
    }
  }

  /** A version message of the same protocol version as the node's own. */
  #version(theirs: Uint8Array): Uint8Array {
    const noAddress = joined(littleEndian(0n, 8), new Uint8Array(16), [0, 0]);
    const time = littleEndian(Math.floor(Date.now() / 1000), 8);
    const nonce = hash256(Buffer.from(this.address)).subarray(0, 8);
    const agent = joined(compactSize(USER_AGENT.length), USER_AGENT);
    return joined(theirs.slice(0, 4), littleEndian(this.#services, 8), time, noAddress, noAddress, nonce, agent, littleEndian(0, 4), [1]);
  }
}

function add(traffic: Map<string, Traffic>, { command, content }: Message): void {
  const { count = 0, contentBytes = 0 } = traffic.get(command) ?? {};
  traffic.set(command, { count: count + 1, contentBytes: contentBytes + content.length });
}
