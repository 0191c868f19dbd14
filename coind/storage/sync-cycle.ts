import { fdatasync, fdatasyncSync } from 'node:fs';
import { promisify } from 'node:util';
import type { LogPoint } from './log-format.ts';
import type { SyncMark, SyncMarkFile } from './sync-mark.ts';

/** Interval between syncs to the disk, which protect against a failure of the machine. */
const INTERVAL_MS = 5_000;

const synced = promisify(fdatasync);

/** A log that is being written. */
interface Written {
  readonly handle: number;
  readonly id: Buffer;
  readonly end: LogPoint;
}

/**
 * Syncs a log to the disk every few seconds, and records in a mark file how far it is synced. A mark is written one round
 * after its sync, so that it is true even if the disk reports a sync up to one round too early.
 */
export class SyncCycle {
  readonly #marks: SyncMarkFile;
  readonly #current: () => Written;
  readonly #timer: NodeJS.Timeout;
  /** Last sync; undefined if the current log has not been synced. */
  #synced: SyncMark | undefined;
  #marked: SyncMark | undefined;
  #syncing: Promise<void> | undefined;
  #failure: unknown;

  constructor(marks: SyncMarkFile, current: () => Written) {
    this.#marks = marks;
    this.#current = current;
    this.#timer = setInterval(() => this.#round(), INTERVAL_MS).unref();
  }

  /** Error of a failed sync or write; the state of the disk is then unknown. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Resolves when no handle is in use any more. */
  get idle(): Promise<void> {
    return this.#syncing ?? Promise.resolve();
  }

  /** Records that a log is synced up to a point, and syncs the mark file. */
  settle(mark: SyncMark): void {
    this.#marks.settle(mark);
    this.#synced = mark;
    this.#marked = mark;
  }

  /** Syncs the whole log, and records it. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.idle;
    try {
      const { handle, id, end } = this.#current();
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#marked?.point.offset === end.offset) return;
      fdatasyncSync(handle);
      this.settle({ logId: id, point: end });
    } finally {
      this.#marks.close();
    }
  }

  #round(): void {
    const { handle, id, end } = this.#current();
    try {
      if (this.#synced !== undefined && this.#synced !== this.#marked) {
        this.#marks.write(this.#synced);
        this.#marked = this.#synced;
      }
    } catch (error) {
      this.#failure = error;
    }
    if (this.#syncing !== undefined || this.#synced?.point.offset === end.offset) return;
    this.#syncing = synced(handle)
      .then(
        () => {
          if (this.#current().id === id) this.#synced = { logId: id, point: end };
        },
        (error: unknown) => {
          this.#failure = error;
        },
      )
      .finally(() => {
        this.#syncing = undefined;
      });
  }
}
