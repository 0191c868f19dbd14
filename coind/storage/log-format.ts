import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';

// A log is a header and frames. A frame is one transaction: its length, its digest, its entries. The digest covers the
// digest of the frame before it, so that a frame counts only behind the ones that it was written behind.

const DIGEST_LENGTH = 16;

/** A place in a log between two frames, and the digest of all that comes before it. */
export interface LogPoint {
  readonly offset: number;
  readonly digest: Buffer;
}

/** What stands at the beginning of a log. */
export interface LogHeader {
  /** Of this log alone; also the digest before its first frame. */
  readonly id: Buffer;
  /** All frames up to here were on the disk before the log took its place. */
  readonly base: LogPoint;
}

const MAGIC = Buffer.from('coind state\n', 'latin1');
const VERSION = 2; // 1 was a database of LMDB
export const HEADER_LENGTH = MAGIC.length + 4 + DIGEST_LENGTH + 8 + DIGEST_LENGTH + DIGEST_LENGTH;

export const FRAME_HEAD_LENGTH = 4 + DIGEST_LENGTH;

/** What an entry does to a key. */
const entryKind = { put: 1, remove: 2, purge: 3 } as const;

/** Where the value of a key stands in the log. `bytes` is what the entry takes there. */
export type LogEntry =
  | { readonly kind: 'put'; readonly table: string; readonly key: string; readonly valueOffset: number }
  | { readonly kind: 'remove'; readonly table: string; readonly key: string }
  /** What was replaced or removed before is to leave the disk. */
  | { readonly kind: 'purge' };

function digestOf(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer').subarray(0, DIGEST_LENGTH);
}

export function headerBytes({ id, base }: LogHeader): Buffer {
  const head = new ByteWriter(HEADER_LENGTH).bytes(MAGIC).u32le(VERSION).bytes(id).u64le(BigInt(base.offset)).bytes(base.digest).finish();
  return Buffer.concat([head, digestOf(head)]);
}

/** The header that the bytes begin with, or what is wrong with them. */
export function readHeader(bytes: Buffer): LogHeader | 'damaged' | 'other version' {
  if (bytes.length < HEADER_LENGTH || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return 'damaged';
  const head = bytes.subarray(0, HEADER_LENGTH - DIGEST_LENGTH);
  if (!digestOf(head).equals(bytes.subarray(head.length, HEADER_LENGTH))) return 'damaged';
  const reader = new ByteReader(head.subarray(MAGIC.length));
  if (reader.u32le() !== VERSION) return 'other version';
  const id = reader.bytes(DIGEST_LENGTH);
  return { id, base: { offset: Number(reader.u64le()), digest: reader.bytes(DIGEST_LENGTH) } };
}

/** Puts a frame together. */
export class FrameWriter {
  readonly entries: LogEntry[] = [];
  readonly #start: number;
  readonly #writer = new ByteWriter(1024).bytes(Buffer.alloc(FRAME_HEAD_LENGTH));

  /** @param start where in the log the frame will stand */
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

  /** The frame as it stands behind `before`. The writer must not be used afterwards. */
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

/** The digest of a frame behind another. The place of its own digest is overwritten with that of the frame before. */
function frameDigest(frame: Buffer, before: Buffer): Buffer {
  before.copy(frame, 4);
  return digestOf(frame);
}

/** Length of the whole frame whose head this is; undefined where no frame begins. */
export function frameLength(head: Buffer): number | undefined {
  if (head.length < FRAME_HEAD_LENGTH) return undefined;
  const length = head.readUInt32LE(0);
  return length === 0 ? undefined : FRAME_HEAD_LENGTH + length;
}

/** The digest of a frame, undefined where it is damaged or stands behind another frame. */
export function checkedDigest(frame: Buffer, before: Buffer): Buffer | undefined {
  const stated = Buffer.from(frame.subarray(4, FRAME_HEAD_LENGTH));
  return frameDigest(frame, before).equals(stated) ? stated : undefined;
}

/** The entries of a frame that was checked and begins at `start` in the log. */
export function* frameEntries(frame: Buffer, start: number): Generator<LogEntry> {
  const reader = new ByteReader(frame.subarray(FRAME_HEAD_LENGTH));
  while (reader.remaining > 0) {
    const kind = reader.u8();
    if (kind === entryKind.purge) {
      yield { kind: 'purge' };
      continue;
    }
    const table = reader.varBytes().toString();
    const key = reader.varBytes().toString();
    if (kind === entryKind.remove) {
      yield { kind: 'remove', table, key };
    } else if (kind === entryKind.put) {
      yield { kind: 'put', table, key, valueOffset: start + FRAME_HEAD_LENGTH + reader.offset };
      const length = reader.u32le();
      reader.u32le();
      reader.bytes(length);
    } else {
      throw new DeserializationError(`an entry of kind ${kind}`);
    }
  }
}

/** Before a value: its length and its CRC32. */
export const VALUE_HEAD_LENGTH = 8;

export const valueLength = (head: Buffer): number => head.readUInt32LE(0);

/** Whether a value is as it was written. */
export const isWhole = (head: Buffer, value: Buffer): boolean => head.readUInt32LE(4) === crc32(value);
