import { hash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import type { LogPoint } from './log-format.ts';
import { createFile, readUpTo, writeAll } from './whole-file.ts';

/** Two slots, so that one is always valid while the other is written; each within one sector of a disk. */
const SLOTS = 2;
const SLOT_LENGTH = 512;
const LINE = /^([0-9a-f]{32}) (\d{1,15}) ([0-9a-f]{32}) [0-9a-f]{64}\n/;

/** Records that a log is synced up to a point. */
export interface SyncMark {
  readonly logId: Buffer;
  readonly point: LogPoint;
}

function slotBytes({ logId, point }: SyncMark): Buffer {
  const text = `${logId.toString('hex')} ${point.offset} ${point.digest.toString('hex')}`;
  return Buffer.from(`${text} ${hash('sha256', text)}\n`.padEnd(SLOT_LENGTH));
}

function readSlot(bytes: Buffer): SyncMark | undefined {
  const [, id, offset, digest] = LINE.exec(bytes.toString('latin1')) ?? [];
  if (id === undefined || offset === undefined || digest === undefined) return undefined;
  const mark = { logId: Buffer.from(id, 'hex'), point: { offset: Number(offset), digest: Buffer.from(digest, 'hex') } };
  return slotBytes(mark).equals(bytes) ? mark : undefined;
}

/**
 * The file beside a log with its minimum length. Without it, a log that lost its end could not be distinguished from a
 * shorter one.
 */
export class SyncMarkFile {
  readonly #handle: number;
  #next = 0;

  /** Creates the file. Throws errors of the file system. */
  static create(file: string, mark: SyncMark): void {
    const bytes = slotBytes(mark);
    createFile(file, Buffer.concat(Array.from({ length: SLOTS }, () => bytes)));
  }

  /** The valid marks of a file; empty if it is missing or damaged. */
  static read(file: string): readonly SyncMark[] {
    let handle: number;
    try {
      handle = openSync(file, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
    try {
      const bytes = readUpTo(handle, 0, SLOTS * SLOT_LENGTH);
      return Array.from({ length: SLOTS }, (_, at) => readSlot(bytes.subarray(at * SLOT_LENGTH, (at + 1) * SLOT_LENGTH))).filter(
        (mark) => mark !== undefined,
      );
    } finally {
      closeSync(handle);
    }
  }

  constructor(file: string) {
    this.#handle = openSync(file, 'r+');
  }

  /** Replaces the older mark. Not synced. */
  write(mark: SyncMark): void {
    writeAll(this.#handle, slotBytes(mark), this.#next * SLOT_LENGTH);
    this.#next = (this.#next + 1) % SLOTS;
  }

  /** Makes this the only mark, and syncs it. */
  settle(mark: SyncMark): void {
    for (let slot = 0; slot < SLOTS; slot++) this.write(mark);
    fdatasyncSync(this.#handle);
  }

  close(): void {
    closeSync(this.#handle);
  }
}
