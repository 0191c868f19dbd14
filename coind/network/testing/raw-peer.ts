import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { regtest } from '../../regtest.ts';
import { until } from '../../../test/until.ts';

const HEADER_BYTES = 24;

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** A message, built without the code under test. */
export function rawMessage(command: string, payload: Buffer = Buffer.alloc(0), magic: Buffer = regtest.magic): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  magic.copy(header);
  header.write(command, 4, 'ascii');
  header.writeUInt32LE(payload.length, 16);
  sha256(sha256(payload)).copy(header, 20, 0, 4);
  return Buffer.concat([header, payload]);
}

export interface RawVersion {
  readonly version?: number;
  readonly nonce?: bigint;
  readonly services?: bigint;
  readonly userAgent?: string;
}

/** A version message; without a user agent it has 86 bytes. */
export function rawVersion({ version = 70015, nonce = 7n, services = 9n, userAgent = '' }: RawVersion = {}): Buffer {
  const head = Buffer.alloc(81);
  head.writeInt32LE(version, 0);
  head.writeBigUInt64LE(services, 4);
  head.writeBigInt64LE(BigInt(Math.floor(Date.now() / 1000)), 12);
  head.writeBigUInt64LE(nonce, 72);
  head[80] = userAgent.length;
  return Buffer.concat([head, Buffer.from(userAgent), Buffer.from([0, 0, 0, 0, 1])]);
}

/** A peer that sends any message. */
export class RawPeer {
  readonly received: { readonly command: string; readonly payload: Buffer }[] = [];
  bytesRead = 0;
  readonly socket: Socket;
  readonly #magic: Buffer;
  #pending = Buffer.alloc(0);

  constructor(socket: Socket, magic: Buffer = regtest.magic) {
    this.socket = socket;
    this.#magic = magic;
    socket.on('error', () => socket.destroy()); // a broken connection shows in `closed`
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** `from`: the loopback address to connect from; default: the system's choice. `magic`: that of another network. */
  static async connect(address: string, from?: string, magic?: Buffer): Promise<RawPeer> {
    const { hostname, port } = new URL(`tcp://${address}`);
    const socket = connect({ host: hostname, port: Number(port), ...(from !== undefined && { localAddress: from }) });
    await once(socket, 'connect');
    return new RawPeer(socket, magic);
  }

  /** Connects and completes the handshake. */
  static async ready(address: string, from?: string, magic?: Buffer, version?: RawVersion): Promise<RawPeer> {
    const peer = await RawPeer.connect(address, from, magic);
    peer.send('version', rawVersion(version));
    await peer.heard('verack');
    peer.send('verack');
    await peer.heard('getheaders'); // the node has added the peer
    return peer;
  }

  get closed(): boolean {
    return this.socket.destroyed;
  }

  commands(): string[] {
    return this.received.map(({ command }) => command);
  }

  send(command: string, payload?: Buffer): void {
    this.socket.write(rawMessage(command, payload, this.#magic));
  }

  /** Waits for a message and returns its payload; undefined if the connection ends first. */
  async heard(command: string, timeoutMs = 5_000): Promise<Buffer | undefined> {
    const found = (): Buffer | undefined => this.received.find((message) => message.command === command)?.payload;
    await until(
      () => `${command} is received; received: ${this.commands().join(' ')}`,
      () => found() !== undefined || this.closed,
      timeoutMs,
    );
    return found();
  }

  /** Waits until the node has processed all sent messages: it answers in order. False if it has closed the connection. */
  async settled(timeoutMs = 5_000): Promise<boolean> {
    const nonce = Buffer.alloc(8);
    nonce.writeDoubleLE(Math.random());
    this.send('ping', nonce);
    const isAnswered = (): boolean => this.received.some(({ command, payload }) => command === 'pong' && payload.equals(nonce));
    await until('pong is received', () => isAnswered() || this.closed, timeoutMs);
    return isAnswered();
  }

  close(): void {
    this.socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.bytesRead += chunk.length;
    this.#pending = Buffer.concat([this.#pending, chunk]);
    while (this.#pending.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + this.#pending.readUInt32LE(16);
      if (this.#pending.length < end) return;
      const command = this.#pending.toString('ascii', 4, 16).replace(/\0+$/, '');
      this.received.push({ command, payload: this.#pending.subarray(HEADER_BYTES, end) });
      this.#pending = this.#pending.subarray(end);
    }
  }
}
