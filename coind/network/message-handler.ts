import type { ByteReader } from '../primitives/byte-reader.ts';
import type { Peer } from './peer.ts';

/** Reads one message. `DeserializationError` and `TooMany` that it throws count as misbehaviour of the peer. */
export type MessageHandler = (peer: Peer, payload: ByteReader) => void;

/** Part of the protocol between peers that have shaken hands. */
export interface ProtocolPart {
  /** By the name of the message. */
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  joined?(peer: Peer): void;
  left?(peer: Peer): void;
  /**
   * About every second. What a peer has time for is counted in ticks: while this process is busy there are none, and no
   * peer can be late for what waits to be read.
   */
  tick?(): void;
}

/** Adds to the score of a peer, and parts from it when that is full. */
export type Misbehave = (peer: Peer, score: number, why: string) => void;
