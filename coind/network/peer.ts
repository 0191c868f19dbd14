import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { encodeFrame, FrameReader, type Frame } from './message-frame.ts';
import type { VersionMessage } from './messages.ts';
import { formatAddress, normalIp, type NetAddress } from '../primitives/net-address.ts';
import { FRAME_HEADER_BYTES, MAX_HANDSHAKE_PAYLOAD_BYTES, MAX_PAYLOAD_BYTES, SERVICES } from './protocol.ts';
import type { Traffic } from './traffic.ts';

/** With more unsent bytes than this, no further messages of the peer are processed until it reads. */
const CONGESTED_BYTES = 1_000_000;
/** A peer with more unsent bytes than this is disconnected: it does not read. */
const MAX_UNSENT_BYTES = 16_000_000;
/** Other commands are counted together, so that a peer cannot grow the table of counters. */
const KNOWN_COMMANDS = new Set([
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
  /** Named by the user: never disconnected for misbehaviour. */
  readonly manual: boolean;
  /** Never banned or rejected (-whitelist). */
  readonly whitelisted: boolean;
  /** Outbound: the node as the user named it. */
  readonly name?: string;
  readonly nonce: bigint;
  readonly magic: Buffer;
  readonly clock: Clock;
  readonly traffic: Traffic;
  /** Called for each message sent or received. */
  readonly trace?: ((text: () => string) => void) | undefined;
}

function endpoint(host: string | undefined, port: number | undefined): NetAddress {
  return { host: normalIp(host ?? '') ?? '0.0.0.0', port: port ?? 0 };
}

/** A connection to another node, with its traffic and the state of its handshake. */
export class Peer {
  readonly id: number;
  readonly inbound: boolean;
  readonly manual: boolean;
  readonly whitelisted: boolean;
  readonly name: string | undefined;
  /** The nonce of our version message, which detects a connection to this node itself. */
  readonly nonce: bigint;
  readonly remote: NetAddress;
  readonly local: NetAddress;
  readonly connectedAt: number;
  readonly connectedMs: number; // monotonic
  readonly frames: FrameReader;
  /** Its version message; undefined until it arrives. */
  version: VersionMessage | undefined;
  /** Its clock minus ours, in seconds. */
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

  /** Whether the handshake is complete. */
  get ready(): boolean {
    return this.#ready;
  }

  get closed(): boolean {
    return this.#socket.destroyed;
  }

  get hasWitness(): boolean {
    return this.#offers(SERVICES.witness);
  }

  /** Whether it serves all blocks. */
  get hasAllBlocks(): boolean {
    return this.#offers(SERVICES.network);
  }

  /** Whether it serves at least the last blocks, as pruned peers do. */
  get hasBlocks(): boolean {
    return this.hasAllBlocks || this.#offers(SERVICES.networkLimited);
  }

  /** Whether too much data is unsent: no more is prepared until the peer reads. */
  get congested(): boolean {
    return this.#socket.writableLength > CONGESTED_BYTES;
  }

  becomeReady(): void {
    this.#ready = true;
    this.frames.maxPayloadBytes = MAX_PAYLOAD_BYTES;
  }

  /** Sends a message. Does nothing if the connection is closed. */
  send(command: string, payload: Buffer): void {
    if (!this.closed) this.sendFrame(command, encodeFrame(this.#magic, command, payload));
  }

  /** Sends a message that is encoded already. */
  sendFrame(command: string, bytes: Buffer): void {
    if (this.closed) return;
    if (this.#socket.writableLength + bytes.length > MAX_UNSENT_BYTES) {
      this.disconnect();
      return;
    }
    this.#socket.write(bytes);
    this.#trace?.(() => `sending ${command} (${bytes.length - FRAME_HEADER_BYTES} bytes) to peer ${this.id}`);
    this.bytesSent += bytes.length;
    this.#traffic.addSent(bytes.length);
    this.lastSend = this.#clock.seconds();
    this.sentPerMessage.set(command, (this.sentPerMessage.get(command) ?? 0) + bytes.length);
  }

  /** Writes all that `send` sends in one piece. */
  together(send: () => void): void {
    this.#socket.cork();
    try {
      send();
    } finally {
      this.#socket.uncork();
    }
  }

  /** Adds received bytes. */
  receive(chunk: Buffer): void {
    this.bytesReceived += chunk.length;
    this.#traffic.received += chunk.length;
    this.lastReceived = this.#clock.seconds();
    this.frames.push(chunk);
  }

  /** The next message, which is added to the counters. Throws `FrameError`. */
  nextFrame(): Frame | undefined {
    const frame = this.frames.next();
    if (!frame) return undefined;
    const name = KNOWN_COMMANDS.has(frame.command) ? frame.command : OTHER;
    this.#trace?.(() => `received ${name} (${frame.payload.length} bytes) from peer ${this.id}`);
    this.receivedPerMessage.set(name, (this.receivedPerMessage.get(name) ?? 0) + FRAME_HEADER_BYTES + frame.payload.length);
    return frame;
  }

  /** Stops reading until `resume`. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    if (this.#socket.isPaused()) this.#socket.resume();
  }

  /** Closes the connection at once. */
  disconnect(): void {
    this.#socket.destroy();
  }

  #offers(service: bigint): boolean {
    return this.version !== undefined && (this.version.services & service) !== 0n;
  }
}
