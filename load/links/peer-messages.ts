const HEADER_BYTES = 24;
const MAGIC_BYTES = 4;
const COMMAND_BYTES = 12;
const LENGTH_AT = MAGIC_BYTES + COMMAND_BYTES;
const CHECKSUM_AT = LENGTH_AT + 4;
/** No message of the family is larger. */
const MAX_PAYLOAD_BYTES = 32 * 1_024 * 1_024;
/** Version, marker and flag, number of inputs, and the outpoint of the first. */
const KEPT_BYTES = 4 + 2 + 1 + 36;
const COMMAND = /^[\x21-\x7e]+\0*$/;

/** A message of the peer protocol that has passed. */
export interface PassedMessage {
  readonly command: string;
  /** With its header. */
  readonly bytes: number;
  /** Of the payload, in hex. */
  readonly checksum: string;
  /** The beginning of the payload: up to 43 bytes. */
  readonly start: Buffer;
}

export interface PeerMessagesEvents {
  message(message: PassedMessage): void;
  /** Bytes that belong to no message: from the first that is none on, all. */
  garbage(bytes: number): void;
}

/** Finds the messages in the bytes of one direction of a connection, of any network of the family. Keeps 67 bytes of them. */
export class PeerMessages {
  readonly #events: PeerMessagesEvents;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  readonly #start = Buffer.alloc(KEPT_BYTES);
  #magic: number | undefined;
  #headerBytes = 0;
  #payloadBytes = 0;
  #isGarbage = false;

  constructor(events: PeerMessagesEvents) {
    this.#events = events;
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length && !this.#isGarbage) {
      if (this.#headerBytes < HEADER_BYTES) {
        const taken = chunk.copy(this.#header, this.#headerBytes, at);
        at += taken;
        this.#headerBytes += taken;
        if (this.#headerBytes < HEADER_BYTES) return;
        if (!this.#isHeader()) {
          this.#isGarbage = true;
          this.#events.garbage(HEADER_BYTES);
          break;
        }
      } else {
        if (this.#payloadBytes < KEPT_BYTES) chunk.copy(this.#start, this.#payloadBytes, at);
        const taken = Math.min(chunk.length - at, this.#length - this.#payloadBytes);
        at += taken;
        this.#payloadBytes += taken;
      }
      if (this.#payloadBytes === this.#length) this.#complete();
    }
    if (at < chunk.length) this.#events.garbage(chunk.length - at);
  }

  get #length(): number {
    return this.#header.readUInt32LE(LENGTH_AT);
  }

  #isHeader(): boolean {
    this.#magic ??= this.#header.readUInt32LE(0);
    return (
      this.#header.readUInt32LE(0) === this.#magic &&
      COMMAND.test(this.#header.toString('latin1', MAGIC_BYTES, LENGTH_AT)) &&
      this.#length <= MAX_PAYLOAD_BYTES
    );
  }

  #complete(): void {
    const length = this.#length;
    this.#events.message({
      command: this.#header.toString('latin1', MAGIC_BYTES, LENGTH_AT).replace(/\0+$/, ''),
      bytes: HEADER_BYTES + length,
      checksum: this.#header.toString('hex', CHECKSUM_AT),
      start: this.#start.subarray(0, Math.min(length, KEPT_BYTES)),
    });
    this.#headerBytes = 0;
    this.#payloadBytes = 0;
  }
}
