import { fdatasync, fdatasyncSync } from 'node:fs';
import { promisify } from 'node:util';
import type { LogPoint } from './log-format.ts';
import type { SyncMark, SyncMarkFile } from './sync-mark.ts';

/** How often what was written is forced to the disk, against a failure of the machine. */
const INTERVAL_MS = 5_000;

const synced = promisify(fdatasync);

/** A log that is being written. */
interface Written {
  readonly handle: number;
  readonly id: Buffer;
  readonly end: LogPoint;
}

/**
 * Forces a log to the disk every few seconds, and states beside it how far it got. A statement is written one round after
 * the sync that it is about, so that it holds even where a disk is late by less than that.
 */
export class SyncCycle {
  readonly #marks: SyncMarkFile;
  readonly #current: () => Written;
  readonly #timer: NodeJS.Timeout;
  /** Undefined where nothing is known of the present log. */
  #synced: SyncMark | undefined;
  #stated: SyncMark | undefined;
  #syncing: Promise<void> | undefined;
  #failure: unknown;

  constructor(marks: SyncMarkFile, current: () => Written) {
    this.#marks = marks;
    this.#current = current;
    this.#timer = setInterval(() => this.#round(), INTERVAL_MS).unref();
  }

  /** What the disk answered where it refused: what it has since, nobody knows. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Resolves when no handle is in use any more. */
  get idle(): Promise<void> {
    return this.#syncing ?? Promise.resolve();
  }

  /** States that a log is on the disk up to a point, and waits for the disk. */
  settle(mark: SyncMark): void {
    this.#marks.settle(mark);
    this.#synced = mark;
    this.#stated = mark;
  }

  /** Forces all to the disk and states it. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.idle;
    try {
      const { handle, id, end } = this.#current();
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#stated?.point.offset === end.offset) return;
      fdatasyncSync(handle);
      this.settle({ logId: id, point: end });
    } finally {
      this.#marks.close();
    }
  }

  #round(): void {
    const { handle, id, end } = this.#current();
    try {
      if (this.#synced !== undefined && this.#synced !== this.#stated) {
        this.#marks.write(this.#synced);
        this.#stated = this.#synced;
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
