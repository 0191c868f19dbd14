import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { encodeFrame, FrameReader, type Frame } from './message-frame.ts';
import type { VersionMessage } from './messages.ts';
import { formatAddress, normalIp, type NetAddress } from '../primitives/net-address.ts';
import { FRAME_HEADER_BYTES, MAX_HANDSHAKE_PAYLOAD_BYTES, MAX_PAYLOAD_BYTES, SERVICES } from './protocol.ts';
import type { Traffic } from './traffic.ts';

/** With more than this waiting to be sent, a peer is asked to read before it may ask on. */
const CONGESTED_BYTES = 1_000_000;
/** A peer that lets this much wait does not read at all. */
const MAX_WAITING_BYTES = 16_000_000;
/** Names that a peer may choose are counted together, so that their table has an end. */
const KNOWN = new Set([
  'version',
  'verack',
  'addr',
  'inv',
  'getdata',
  'notfound',
  'getblocks',
  'getheaders',
  'headers',
  'tx',
  'block',
  'getaddr',
  'mempool',
  'ping',
  'pong',
  'reject',
  'sendheaders',
  'feefilter',
  'sendcmpct',
  'cmpctblock',
  'getblocktxn',
  'blocktxn',
  'merkleblock',
  'filterload',
  'filteradd',
  'filterclear',
  'wtxidrelay',
  'sendaddrv2',
  'addrv2',
]);
const OTHER = '*other*';

export interface PeerOptions {
  readonly id: number;
  readonly socket: Socket;
  readonly inbound: boolean;
  /** Asked for by the user: never disconnected for what it does. */
  readonly manual: boolean;
  /** Neither banned nor refused (-whitelist). */
  readonly whitelisted: boolean;
  /** As it was named when the connection was asked for. */
  readonly name?: string;
  readonly nonce: bigint;
  readonly magic: Buffer;
  readonly clock: Clock;
  readonly traffic: Traffic;
  /** Is told of each message that comes or goes. */
  readonly trace?: ((text: () => string) => void) | undefined;
}

function endpoint(host: string | undefined, port: number | undefined): NetAddress {
  return { host: normalIp(host ?? '') ?? '0.0.0.0', port: port ?? 0 };
}

/** A connection to another node: what came and went over it, and how far the two have come. */
export class Peer {
  readonly id: number;
  readonly inbound: boolean;
  readonly manual: boolean;
  readonly whitelisted: boolean;
  readonly name: string | undefined;
  /** What our version message says, to know ourselves by. */
  readonly nonce: bigint;
  readonly remote: NetAddress;
  readonly local: NetAddress;
  readonly connectedAt: number;
  readonly connectedMs: number; // monotonic
  readonly frames: FrameReader;
  /** What it says of itself; undefined until it has. */
  version: VersionMessage | undefined;
  /** Its clock less ours, in seconds. */
  timeOffset = 0;
  banScore = 0;
  lastSend = 0;
  lastReceived = 0;
  bytesSent = 0;
  bytesReceived = 0;
  readonly sentPerMessage = new Map<string, number>();
  readonly receivedPerMessage = new Map<string, number>();
  readonly #socket: Socket;
  readonly #magic: Buffer;
  readonly #clock: Clock;
  readonly #traffic: Traffic;
  readonly #trace: PeerOptions['trace'];
  #ready = false;

  constructor({ id, socket, inbound, manual, whitelisted, name, nonce, magic, clock, traffic, trace }: PeerOptions) {
    this.id = id;
    this.inbound = inbound;
    this.manual = manual;
    this.whitelisted = whitelisted;
    this.name = name;
    this.nonce = nonce;
    this.remote = endpoint(socket.remoteAddress, socket.remotePort);
    this.local = endpoint(socket.localAddress, socket.localPort);
    this.connectedAt = clock.seconds();
    this.connectedMs = clock.monotonic();
    this.frames = new FrameReader(magic);
    this.frames.maxPayloadBytes = MAX_HANDSHAKE_PAYLOAD_BYTES;
    this.#socket = socket;
    this.#magic = magic;
    this.#clock = clock;
    this.#traffic = traffic;
    this.#trace = trace;
    socket.setNoDelay(true);
  }

  /** `host:port` */
  get address(): string {
    return formatAddress(this.remote);
  }

  /** Whether both have shaken hands. */
  get ready(): boolean {
    return this.#ready;
  }

  get closed(): boolean {
    return this.#socket.destroyed;
  }

  get hasWitness(): boolean {
    return this.#offers(SERVICES.witness);
  }

  /** Whether it gives all blocks; one that is pruned gives the last ones. */
  get hasAllBlocks(): boolean {
    return this.#offers(SERVICES.network);
  }

  get hasBlocks(): boolean {
    return this.hasAllBlocks || this.#offers(SERVICES.networkLimited);
  }

  /** Whether it must read before more is prepared for it. */
  get congested(): boolean {
    return this.#socket.writableLength > CONGESTED_BYTES;
  }

  becomeReady(): void {
    this.#ready = true;
    this.frames.maxPayloadBytes = MAX_PAYLOAD_BYTES;
  }

  /** Sends a message; nothing over a connection that is gone. */
  send(command: string, payload: Buffer): void {
    if (this.closed) return;
    const bytes = encodeFrame(this.#magic, command, payload);
    if (this.#socket.writableLength + bytes.length > MAX_WAITING_BYTES) {
      this.disconnect();
      return;
    }
    this.#socket.write(bytes);
    this.#trace?.(() => `sending ${command} (${payload.length} bytes) to peer ${this.id}`);
    this.bytesSent += bytes.length;
    this.#traffic.addSent(bytes.length);
    this.lastSend = this.#clock.seconds();
    this.sentPerMessage.set(command, (this.sentPerMessage.get(command) ?? 0) + bytes.length);
  }

  /** Takes in what came over the socket. */
  receive(chunk: Buffer): void {
    this.bytesReceived += chunk.length;
    this.#traffic.received += chunk.length;
    this.lastReceived = this.#clock.seconds();
    this.frames.push(chunk);
  }

  /** The next message, counted. Throws `FrameError`. */
  nextFrame(): Frame | undefined {
    const frame = this.frames.next();
    if (!frame) return undefined;
    const name = KNOWN.has(frame.command) ? frame.command : OTHER;
    this.#trace?.(() => `received ${name} (${frame.payload.length} bytes) from peer ${this.id}`);
    this.receivedPerMessage.set(name, (this.receivedPerMessage.get(name) ?? 0) + FRAME_HEADER_BYTES + frame.payload.length);
    return frame;
  }

  /** Reads nothing more until `resume`. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    if (this.#socket.isPaused()) this.#socket.resume();
  }

  /** Ends the connection at once. */
  disconnect(): void {
    this.#socket.destroy();
  }

  #offers(service: bigint): boolean {
    return this.version !== undefined && (this.version.services & service) !== 0n;
  }
}
