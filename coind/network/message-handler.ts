import type { ByteReader } from '../primitives/byte-reader.ts';
import type { Peer } from './peer.ts';

/** Reads one message. `DeserializationError` and `TooManyItemsError` that it throws count as misbehaviour of the peer. */
export type MessageHandler = (peer: Peer, payload: ByteReader) => void;

/** Part of the protocol between peers, after their handshake. */
export interface ProtocolPart {
  /** By the name of the message. */
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  joined?(peer: Peer): void;
  left?(peer: Peer): void;
  /**
   * Called about every second. Time limits of peers count in ticks. A busy process has no ticks, so a peer is never late
   * for messages that this process has not read yet.
   */
  tick?(): void;
}

/** Adds to the misbehaviour score of a peer, and disconnects it at `BAN_SCORE`. */
export type Misbehave = (peer: Peer, score: number, why: string) => void;
