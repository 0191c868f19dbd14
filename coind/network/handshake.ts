import type { Clock } from '../clock.ts';
import type { ByteReader } from '../primitives/byte-reader.ts';
import { encodeVersion, NO_PAYLOAD, readVersion } from './messages.ts';
import type { MessageHandler, Misbehave } from './message-handler.ts';
import type { Peer } from './peer.ts';
import { MIN_PEER_VERSION, PROTOCOL_VERSION } from './protocol.ts';

/** A connection without a completed handshake is closed after this time. */
const TIMEOUT_TICKS = 60;

/** This node, as its version message describes it. */
export interface Self {
  readonly services: bigint;
  readonly subversion: string;
  /** Whether peers should announce transactions. */
  readonly relay: boolean;
  height(): number;
}

export interface HandshakeDeps {
  readonly self: Self;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly misbehave: Misbehave;
  /** All peers, also before their handshake. */
  readonly peers: () => Iterable<Peer>;
  readonly onReady: (peer: Peer) => void;
}

/** Exchanges version and verack. The connecting node sends its version first. */
export class Handshake {
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  readonly #deps: HandshakeDeps;
  readonly #waitedTicks = new Map<Peer, number>();

  constructor(deps: HandshakeDeps) {
    this.#deps = deps;
    this.handlers = {
      version: (peer, payload) => this.#version(peer, payload),
      verack: (peer) => {
        if (peer.ready) return;
        this.#waitedTicks.delete(peer);
        peer.becomeReady();
        deps.onReady(peer);
      },
    };
  }

  begin(peer: Peer): void {
    this.#waitedTicks.set(peer, 0);
    if (!peer.inbound) this.#sendVersion(peer);
  }

  left(peer: Peer): void {
    this.#waitedTicks.delete(peer);
  }

  tick(): void {
    for (const [peer, waited] of this.#waitedTicks) {
      if (waited >= TIMEOUT_TICKS) peer.disconnect();
      else this.#waitedTicks.set(peer, waited + 1);
    }
  }

  #sendVersion(peer: Peer): void {
    const { self, clock } = this.#deps;
    peer.send(
      'version',
      encodeVersion({
        version: PROTOCOL_VERSION,
        services: self.services,
        time: BigInt(clock.seconds()),
        receiver: peer.remote,
        nonce: peer.nonce,
        userAgent: self.subversion,
        startHeight: self.height(),
        relay: self.relay,
      }),
    );
  }

  #version(peer: Peer, payload: ByteReader): void {
    const { clock, log, misbehave, peers } = this.#deps;
    if (peer.version) {
      misbehave(peer, 1, 'a second version message');
      return;
    }
    const message = readVersion(payload);
    if (message.version < MIN_PEER_VERSION) {
      log(`p2p: peer ${peer.id} disconnected: protocol version ${message.version} is too old, the minimum is ${MIN_PEER_VERSION}`);
      peer.disconnect();
      return;
    }
    for (const { nonce } of peers()) {
      if (nonce !== message.nonce || nonce === 0n) continue;
      log(`p2p: peer ${peer.id} disconnected: it is this node itself`);
      peer.disconnect();
      return;
    }
    peer.version = message;
    // A time that a number cannot hold exactly is meaningless; 48 bits are enough.
    peer.timeOffset = Number(BigInt.asIntN(48, message.time)) - clock.seconds();
    if (peer.inbound) this.#sendVersion(peer);
    peer.send('verack', NO_PAYLOAD);
  }
}
