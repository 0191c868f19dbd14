import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';

// A log is a header and frames. A frame is one transaction: its length, its digest, its entries. The digest also covers
// the digest of the previous frame, so that a frame is valid only after the frames before which it was written.

const DIGEST_LENGTH = 16;

/** A frame boundary in a log, and the digest of everything before it. */
export interface LogPoint {
  readonly offset: number;
  readonly digest: Buffer;
}

/** Header of a log. */
export interface LogHeader {
  /** Unique to this log; also the digest before its first frame. */
  readonly id: Buffer;
  /** All frames up to this offset were synced before the log replaced the previous one. */
  readonly base: LogPoint;
  readonly version: number;
}

const MAGIC = Buffer.from('coind state\n', 'latin1');
/** Version of new logs. In 2, the coins of a transaction were one value; 1 was a database of LMDB. */
export const VERSION = 3;
/** Logs of these versions are read too, and rewritten at the start, so that no earlier release takes them for its own. */
const EARLIER_VERSIONS: ReadonlySet<number> = new Set([2]);
export const HEADER_LENGTH = MAGIC.length + 4 + DIGEST_LENGTH + 8 + DIGEST_LENGTH + DIGEST_LENGTH;

export const FRAME_HEAD_LENGTH = 4 + DIGEST_LENGTH;

/** Kinds of entries. */
const entryKind = { put: 1, remove: 2, purge: 3 } as const;

/** Location of a value in the log. `bytes` is the size of the entry. */
export type LogEntry =
  | { readonly kind: 'put'; readonly table: string; readonly key: string; readonly valueOffset: number }
  | { readonly kind: 'remove'; readonly table: string; readonly key: string }
  /** Requests that replaced and removed values be purged from the disk. */
  | { readonly kind: 'purge' };

function digestOf(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer').subarray(0, DIGEST_LENGTH);
}

export function headerBytes({ id, base, version }: LogHeader): Buffer {
  const head = new ByteWriter(HEADER_LENGTH).bytes(MAGIC).u32le(version).bytes(id).u64le(BigInt(base.offset)).bytes(base.digest).finish();
  return Buffer.concat([head, digestOf(head)]);
}

/** Reads the header of a log, or returns why it cannot be read. */
export function readHeader(bytes: Buffer): LogHeader | 'damaged' | 'other version' {
  if (bytes.length < HEADER_LENGTH || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return 'damaged';
  const head = bytes.subarray(0, HEADER_LENGTH - DIGEST_LENGTH);
  if (!digestOf(head).equals(bytes.subarray(head.length, HEADER_LENGTH))) return 'damaged';
  const reader = new ByteReader(head.subarray(MAGIC.length));
  const version = reader.u32le();
  if (version !== VERSION && !EARLIER_VERSIONS.has(version)) return 'other version';
  const id = reader.bytes(DIGEST_LENGTH);
  return { id, version, base: { offset: Number(reader.u64le()), digest: reader.bytes(DIGEST_LENGTH) } };
}

/** Builds a frame. */
export class FrameWriter {
  readonly entries: LogEntry[] = [];
  readonly #start: number;
  readonly #writer = new ByteWriter(1024).bytes(Buffer.alloc(FRAME_HEAD_LENGTH));

  /** @param start offset of the frame in the log */
  constructor(start: number) {
    this.#start = start;
  }

  get length(): number {
    return this.#writer.length;
  }

  put(table: string, key: string, value: Buffer): void {
    this.#begin(entryKind.put, table, key);
    this.entries.push({ kind: 'put', table, key, valueOffset: this.#start + this.#writer.length });
    this.#writer.u32le(value.length).u32le(crc32(value)).bytes(value);
  }

  remove(table: string, key: string): void {
    this.#begin(entryKind.remove, table, key);
    this.entries.push({ kind: 'remove', table, key });
  }

  purge(): void {
    this.#writer.u8(entryKind.purge);
    this.entries.push({ kind: 'purge' });
  }

  /** The finished frame. The writer must not be used afterwards. @param before digest of the previous frame */
  finish(before: Buffer): { readonly bytes: Buffer; readonly digest: Buffer } {
    const bytes = this.#writer.finish();
    bytes.writeUInt32LE(bytes.length - FRAME_HEAD_LENGTH, 0);
    const digest = frameDigest(bytes, before);
    digest.copy(bytes, 4);
    return { bytes, digest };
  }

  #begin(kind: number, table: string, key: string): void {
    this.#writer.u8(kind).varBytes(Buffer.from(table)).varBytes(Buffer.from(key));
  }
}

/** The digest of a frame. It is computed with the previous frame's digest in the place of its own. */
function frameDigest(frame: Buffer, before: Buffer): Buffer {
  before.copy(frame, 4);
  return digestOf(frame);
}

/** Length of the frame with this head; undefined if it is not the head of a frame. */
export function frameLength(head: Buffer): number | undefined {
  if (head.length < FRAME_HEAD_LENGTH) return undefined;
  const length = head.readUInt32LE(0);
  return length === 0 ? undefined : FRAME_HEAD_LENGTH + length;
}

/** The digest of a frame; undefined if it is damaged or does not follow the given frame. */
export function checkedDigest(frame: Buffer, before: Buffer): Buffer | undefined {
  const stated = Buffer.from(frame.subarray(4, FRAME_HEAD_LENGTH));
  return frameDigest(frame, before).equals(stated) ? stated : undefined;
}

/** The entries of a verified frame that begins at `start` in the log. */
export function* frameEntries(frame: Buffer, start: number): Generator<LogEntry> {
  const reader = new ByteReader(frame.subarray(FRAME_HEAD_LENGTH));
  while (reader.remaining > 0) {
    const kind = reader.u8();
    if (kind === entryKind.purge) {
      yield { kind: 'purge' };
      continue;
    }
    const table = reader.varText();
    const key = reader.varText();
    if (kind === entryKind.remove) {
      yield { kind: 'remove', table, key };
    } else if (kind === entryKind.put) {
      yield { kind: 'put', table, key, valueOffset: start + FRAME_HEAD_LENGTH + reader.offset };
      const length = reader.u32le();
      reader.skip(4 + length);
    } else {
      throw new DeserializationError(`an entry of kind ${kind}`);
    }
  }
}

/** Stored before a value: its length and its CRC32. */
export const VALUE_HEAD_LENGTH = 8;

/** Length of an entry with a value, about: table and key count as text of one byte a character. */
export const entryLength = (table: string, key: string, length: number): number =>
  3 + table.length + key.length + VALUE_HEAD_LENGTH + length;

export const valueLength = (head: Buffer): number => head.readUInt32LE(0);

/** Whether a value matches its checksum. */
export const isWhole = (head: Buffer, value: Buffer): boolean => head.readUInt32LE(4) === crc32(value);
