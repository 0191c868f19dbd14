import type { Clock } from '../clock.ts';
import type { ByteReader } from '../primitives/byte-reader.ts';
import { encodeVersion, NO_PAYLOAD, readVersion } from './messages.ts';
import type { MessageHandler, Misbehave } from './message-handler.ts';
import type { Peer } from './peer.ts';
import { MIN_PEER_VERSION, PROTOCOL_VERSION } from './protocol.ts';

/** A connection that gets nowhere for so long is ended, in ticks. */
const PATIENCE_TICKS = 60;

/** What we say of ourselves. */
export interface Self {
  readonly services: bigint;
  readonly subversion: string;
  /** Whether we want to be told of transactions. */
  readonly relay: boolean;
  height(): number;
}

export interface HandshakeDeps {
  readonly self: Self;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly misbehave: Misbehave;
  /** All peers there are, shaken hands or not. */
  readonly peers: () => Iterable<Peer>;
  readonly onReady: (peer: Peer) => void;
}

/** Makes two nodes known to each other. The one that has connected speaks first. */
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
    if (!peer.inbound) this.#introduce(peer);
  }

  left(peer: Peer): void {
    this.#waitedTicks.delete(peer);
  }

  tick(): void {
    for (const [peer, waited] of this.#waitedTicks) {
      if (waited >= PATIENCE_TICKS) peer.disconnect();
      else this.#waitedTicks.set(peer, waited + 1);
    }
  }

  #introduce(peer: Peer): void {
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
      log(`p2p: peer ${peer.id} speaks version ${message.version}, which is too old`);
      peer.disconnect();
      return;
    }
    for (const { nonce } of peers()) {
      if (nonce !== message.nonce || nonce === 0n) continue;
      log(`p2p: peer ${peer.id} is this node itself`);
      peer.disconnect();
      return;
    }
    peer.version = message;
    // Beyond what a number holds a time says nothing.
    peer.timeOffset = Number(BigInt.asIntN(48, message.time)) - clock.seconds();
    if (peer.inbound) this.#introduce(peer);
    peer.send('verack', NO_PAYLOAD);
  }
}
