import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  entryLength,
  FrameWriter,
  HEADER_LENGTH,
  headerBytes,
  isWhole,
  VALUE_HEAD_LENGTH,
  valueLength,
  VERSION,
  type LogEntry,
  type LogHeader,
  type LogPoint,
} from './log-format.ts';
import { readLog, type LogDamage } from './read-log.ts';
import { reasonOf, StoreError } from './store-error.ts';
import type { Batch, Store } from './store.ts';
import { SyncCycle } from './sync-cycle.ts';
import { SyncMarkFile } from './sync-mark.ts';
import { createFile, makePrivateFolder, readUpTo, removeUnfinished, syncFolder, unfinishedName, writeAll } from './whole-file.ts';
import { WindowReader } from './window-reader.ts';

const LOG = 'state.log';
const MARK = 'state.mark';
/** State file of earlier versions, which used LMDB. */
const EARLIER = 'data.mdb';

/** A smaller log is never rewritten. */
const MIN_REWRITE_BYTES = 16 * 1024 * 1024;
/** A log is checked each time that it has this many times the size of its live entries at the last check. */
const CHECK_RATIO = 2;
/** It is then rewritten if it has at least this many times their size: else rewriting would gain little. */
const REWRITE_RATIO = 1.5;
const COMPACT_FRAME_BYTES = 1 << 20;
const WIPE_BYTES = 1 << 20;

/** Locations of values in the log, by table and key. */
type Index = Map<string, Map<string, number>>;

/** An open log and the index of its contents. */
interface OpenLog {
  readonly handle: number;
  readonly id: Buffer;
  readonly index: Index;
  end: LogPoint;
  /** The size at which it is checked whether to rewrite it, bytes. */
  checkAt: number;
}

/**
 * A store in its own folder: an append-only log, to which each transaction is added with a digest. It is verified from
 * front to back at the start. So a damaged byte is always detected; after a power loss the log is valid up to some
 * transaction, whatever the system had written; and no call has to wait for the disk.
 * @param log called with a message if a power loss lost data
 * @throws StoreError if it is damaged
 */
export function openLogStore(folder: string, log: (line: string) => void): Store {
  return new LogStore(folder, log);
}

class LogStore implements Store {
  readonly #file: string;
  readonly #cycle: SyncCycle;
  #log: OpenLog;

  constructor(folder: string, log: (line: string) => void) {
    this.#file = join(folder, LOG);
    const markFile = join(folder, MARK);
    const opened = attempt(`The state in ${folder} cannot be opened`, () => {
      makePrivateFolder(folder);
      removeUnfinished(this.#file);
      if (isNew(this.#file, markFile)) create(this.#file, markFile);
      return openLog(this.#file, markFile, log);
    });
    this.#log = opened.log;
    this.#cycle = new SyncCycle(new SyncMarkFile(markFile), () => this.#log);
    if (opened.rewrite === undefined) this.#compactIfNeeded();
    else this.#compact(opened.rewrite === 'purge');
  }

  get(table: string, key: string): Buffer | undefined {
    const offset = this.#log.index.get(table)?.get(key);
    return offset === undefined ? undefined : this.#value(offset, (from, length) => readUpTo(this.#log.handle, from, length));
  }

  keys(table: string): Iterable<string> {
    return this.#log.index.get(table)?.keys() ?? [];
  }

  *entries(table: string): Iterable<[string, Buffer]> {
    const reader = new WindowReader(this.#log.handle);
    // In file order, so that the file is read once from front to back.
    const places = [...(this.#log.index.get(table) ?? [])].sort(([, a], [, b]) => a - b);
    // Copied: a caller that keeps a few bytes would otherwise keep the whole read buffer in memory.
    for (const [key, offset] of places) yield [key, Buffer.from(this.#value(offset, (from, length) => reader.read(from, length)))];
  }

  write(action: (batch: Batch) => void): void {
    this.#append(action);
    this.#compactIfNeeded();
  }

  purge(): void {
    this.#compact(true);
  }

  async close(): Promise<void> {
    try {
      await this.#cycle.close();
    } catch (error) {
      throw writeError(this.#file, error);
    } finally {
      closeSync(this.#log.handle);
    }
  }

  #append(action: (batch: Batch) => void): void {
    const log = this.#log;
    const frame = new FrameWriter(log.end.offset);
    action(frame);
    if (frame.entries.length === 0) return;
    if (this.#cycle.failure !== undefined) throw writeError(this.#file, this.#cycle.failure);
    const { bytes, digest } = frame.finish(log.end.digest);
    try {
      writeAll(log.handle, bytes, log.end.offset);
    } catch (error) {
      ftruncateSync(log.handle, log.end.offset);
      throw writeError(this.#file, error);
    }
    log.end = { offset: log.end.offset + bytes.length, digest };
    for (const entry of frame.entries) apply(log.index, entry);
  }

  #value(offset: number, read: (offset: number, length: number) => Buffer): Buffer {
    const head = Buffer.from(read(offset, VALUE_HEAD_LENGTH));
    const value = head.length < VALUE_HEAD_LENGTH ? undefined : read(offset + VALUE_HEAD_LENGTH, valueLength(head));
    if (value === undefined || !isWhole(head, value))
      throw damaged(this.#file, { damage: `it was changed at byte ${offset} while the node was running` });
    return value;
  }

  #compactIfNeeded(): void {
    const log = this.#log;
    const { offset } = log.end;
    if (offset < log.checkAt) return;
    const live = this.#liveBytes();
    log.checkAt = checkAfter(live);
    if (offset < live * REWRITE_RATIO) return;
    try {
      this.#compact(false);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      log.checkAt = checkAfter(offset); // do not retry at once on a full disk; the old log stays valid
    }
  }

  /** Size of the log if it were rewritten, about. */
  #liveBytes(): number {
    const reader = new WindowReader(this.#log.handle);
    let bytes = HEADER_LENGTH;
    for (const { table, key, offset } of placesOf(this.#log.index)) {
      bytes += entryLength(table, key, valueLength(reader.read(offset, VALUE_HEAD_LENGTH)));
    }
    return bytes;
  }

  /** Rewrites the log with only the live entries. @param wipe whether to overwrite the bytes of the old log */
  #compact(wipe: boolean): void {
    const old = this.#log;
    const fresh = attempt(`The state in ${dirname(this.#file)} cannot be rewritten`, () => {
      const made = copyOf(old, this.#file, (offset, read) => this.#value(offset, read));
      this.#log = made;
      syncFolder(dirname(this.#file));
      this.#cycle.settle({ logId: made.id, point: made.end });
      return made;
    });
    this.#log = fresh;
    if (wipe) overwrite(old.handle);
    void this.#cycle.idle.then(() => closeSync(old.handle));
  }
}

/** Whether nothing was ever stored: a process may have been killed while it created the files. */
function isNew(file: string, markFile: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > HEADER_LENGTH || SyncMarkFile.read(markFile).length > 0) return false;
  const earlier = join(dirname(file), EARLIER);
  if (!existsSync(earlier)) return true;
  throw new StoreError(
    `${earlier} is the state of an earlier version, which this one cannot read: move ${dirname(file)} away and start again; ` +
      'wallets are then read from their files, and blocks must come from peers or be mined again.',
  );
}

/** Creates the log first: an empty log without a mark file is created again at the next start. */
function create(file: string, markFile: string): void {
  for (const left of [file, markFile]) rmSync(left, { force: true });
  const id = randomBytes(16);
  const base = { offset: HEADER_LENGTH, digest: id };
  createFile(file, headerBytes({ id, base, version: VERSION }));
  SyncMarkFile.create(markFile, { logId: id, point: base });
  syncFolder(dirname(file));
}

/** @returns the log, and why it must be rewritten before it is used */
function openLog(
  file: string,
  markFile: string,
  log: (line: string) => void,
): { readonly log: OpenLog; readonly rewrite: 'purge' | 'earlier version' | undefined } {
  if (!existsSync(file)) throw damaged(file, { damage: 'it is missing' });
  const marks = SyncMarkFile.read(markFile);
  if (marks.length === 0) throw damaged(markFile, { damage: 'it is damaged or missing' });
  const handle = openSync(file, 'r+');
  try {
    const index: Index = new Map();
    let purgeIsDue = false;
    const required = ({ id }: LogHeader): LogPoint[] => marks.filter(({ logId }) => logId.equals(id)).map(({ point }) => point);
    const content = readLog(handle, required, (entry) => {
      if (entry.kind === 'purge') purgeIsDue = true;
      apply(index, entry);
    });
    if ('damage' in content) throw damaged(file, content);
    const {
      header: { id, base, version },
      end,
      lostBytes,
    } = content;
    if (lostBytes > 0) {
      log(`The last ${lostBytes} bytes of ${file} are incomplete, as after a power loss; the node continues with the state before them`);
      ftruncateSync(handle, end.offset);
    }
    return {
      log: { handle, id, index, end, checkAt: checkAfter(base.offset) },
      rewrite: purgeIsDue ? 'purge' : version === VERSION ? undefined : 'earlier version',
    };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** Writes the live entries of a log to a new one, which replaces it. */
function copyOf(
  old: OpenLog,
  file: string,
  valueAt: (offset: number, read: (offset: number, length: number) => Buffer) => Buffer,
): OpenLog {
  const unfinished = unfinishedName(file);
  const handle = openSync(unfinished, 'wx+', 0o600);
  try {
    const id = randomBytes(16);
    const index: Index = new Map();
    let end: LogPoint = { offset: HEADER_LENGTH, digest: id };
    let frame = new FrameWriter(end.offset);
    const flush = (): void => {
      if (frame.entries.length === 0) return;
      const { bytes, digest } = frame.finish(end.digest);
      writeAll(handle, bytes, end.offset);
      for (const entry of frame.entries) apply(index, entry);
      end = { offset: end.offset + bytes.length, digest };
      frame = new FrameWriter(end.offset);
    };
    const reader = new WindowReader(old.handle);
    for (const { table, key, offset } of placesOf(old.index)) {
      frame.put(
        table,
        key,
        valueAt(offset, (from, length) => reader.read(from, length)),
      );
      if (frame.length > COMPACT_FRAME_BYTES) flush();
    }
    flush();
    writeAll(handle, headerBytes({ id, base: end, version: VERSION }), 0);
    fdatasyncSync(handle);
    renameSync(unfinished, file);
    return { handle, id, index, end, checkAt: checkAfter(end.offset) };
  } catch (error) {
    closeSync(handle);
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function apply(index: Index, entry: LogEntry): void {
  if (entry.kind === 'purge') return;
  let keys = index.get(entry.table);
  if (entry.kind === 'remove') {
    keys?.delete(entry.key);
    return;
  }
  if (keys === undefined) {
    keys = new Map();
    index.set(entry.table, keys);
  }
  keys.set(entry.key, entry.valueOffset);
}

/** The live entries in file order, so that the file is read once from front to back. */
function placesOf(index: Index): { readonly table: string; readonly key: string; readonly offset: number }[] {
  return [...index]
    .flatMap(([table, keys]) => [...keys].map(([key, offset]) => ({ table, key, offset })))
    .sort((a, b) => a.offset - b.offset);
}

/** The size at which a log with live entries of this size is checked. */
const checkAfter = (liveBytes: number): number => Math.max(MIN_REWRITE_BYTES, liveBytes * CHECK_RATIO);

/** Overwrites a file: a deleted file is still on the disk until its blocks are reused. */
function overwrite(handle: number): void {
  const zeros = Buffer.alloc(WIPE_BYTES);
  const { size } = fstatSync(handle);
  for (let at = 0; at < size; at += zeros.length) writeAll(handle, zeros.subarray(0, Math.min(zeros.length, size - at)), at);
  fdatasyncSync(handle);
}

function damaged(file: string, { damage }: LogDamage): StoreError {
  const folder = dirname(file);
  return new StoreError(
    `${file} cannot be used, because ${damage}: restore an earlier copy of ${folder}, or move the folder away and start again; ` +
      'wallets are then read from their files, and blocks must come from peers or be mined again.',
  );
}

function writeError(file: string, error: unknown): StoreError {
  return new StoreError(`The state could not be written to ${file}: ${reasonOf(error)}; the state before this write is intact.`);
}

/** Turns an error of the file system into a `StoreError`. */
function attempt<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`${what}: ${reasonOf(error)}; free disk space or give coind write permission there, and start it again.`);
  }
}
