import { hash256 } from '../primitives/hash.ts';
import { FRAME_HEADER_BYTES, MAX_PAYLOAD_BYTES } from './protocol.ts';

const COMMAND_BYTES = 12;
const CHECKSUM_BYTES = 4;
const COMMAND = /^[\x20-\x7e]*\0*$/;

/** A received message. */
export interface Frame {
  readonly command: string;
  /** A copy with its own memory, so that a kept part does not keep the whole receive buffer. */
  readonly payload: Buffer;
  /** Whether the checksum matches and the command is valid; other messages are ignored. */
  readonly intact: boolean;
}

/** Thrown for bytes that are not a message of this network. The start of the next message cannot be found after them. */
export class FrameError extends Error {
  override name = 'FrameError';
}

/** A message, ready to be sent. */
export function encodeFrame(magic: Buffer, command: string, payload: Buffer): Buffer {
  const bytes = Buffer.alloc(FRAME_HEADER_BYTES + payload.length);
  magic.copy(bytes, 0);
  bytes.write(command, 4, COMMAND_BYTES, 'latin1');
  bytes.writeUInt32LE(payload.length, 16);
  hash256(payload).copy(bytes, 20, 0, CHECKSUM_BYTES);
  payload.copy(bytes, FRAME_HEADER_BYTES);
  return bytes;
}

/** Splits received bytes into messages. Buffers at most one message and the chunk with its end. */
export class FrameReader {
  /** Maximum length of a message, in bytes without its header. */
  maxPayloadBytes = MAX_PAYLOAD_BYTES;
  readonly #magic: Buffer;
  #chunks: Buffer[] = [];
  #length = 0;
  #header: { readonly command: string | undefined; readonly length: number; readonly checksum: Buffer } | undefined;

  constructor(magic: Buffer) {
    this.#magic = magic;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** The next message, if it has arrived completely. Throws `FrameError`. */
  next(): Frame | undefined {
    if (!this.#header) {
      if (this.#length < FRAME_HEADER_BYTES) return undefined;
      this.#header = this.#readHeader(this.#take(FRAME_HEADER_BYTES));
    }
    const { command, length, checksum } = this.#header;
    if (this.#length < length) return undefined;
    this.#header = undefined;
    const payload = Buffer.allocUnsafeSlow(length);
    this.#take(length).copy(payload);
    const intact = command !== undefined && hash256(payload).subarray(0, CHECKSUM_BYTES).equals(checksum);
    return { command: command ?? '', payload, intact };
  }

  /** `command` is undefined if it has invalid bytes. */
  #readHeader(bytes: Buffer): { command: string | undefined; length: number; checksum: Buffer } {
    if (!bytes.subarray(0, 4).equals(this.#magic)) throw new FrameError('message of another network');
    const name = bytes.toString('latin1', 4, 4 + COMMAND_BYTES);
    const length = bytes.readUInt32LE(16);
    if (length > this.maxPayloadBytes) throw new FrameError(`message of ${length} bytes, the maximum is ${this.maxPayloadBytes}`);
    return {
      command: COMMAND.test(name) ? name.replace(/\0+$/, '') : undefined,
      length,
      checksum: Buffer.from(bytes.subarray(20, FRAME_HEADER_BYTES)),
    };
  }

  /** Removes the first `count` bytes; at least that many must be buffered. */
  #take(count: number): Buffer {
    this.#length -= count;
    const first = this.#chunks[0] ?? Buffer.alloc(0);
    if (first.length > count) {
      this.#chunks[0] = first.subarray(count);
      return first.subarray(0, count);
    }
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      const part = this.#chunks.shift()!;
      if (part.length > missing) this.#chunks.unshift(part.subarray(missing));
      parts.push(part.subarray(0, missing));
      missing -= Math.min(part.length, missing);
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }
}
