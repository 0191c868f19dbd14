import type { Socket } from 'node:net';
import type { Log } from '../log.ts';

/** Maximum number of log lines about wrong credentials in a window: guesses must not fill the disk. */
const MAX_LINES = 10;
const WINDOW_MS = 60_000;

/** The connections that have sent wrong credentials, and the log lines about them. */
export class FailedLogins {
  readonly #log: Log;
  readonly #monotonicMs: () => number;
  readonly #connections = new WeakSet<Socket>();
  #lines = 0;
  #windowSinceMs = Number.NEGATIVE_INFINITY;

  constructor(log: Log, monotonicMs: () => number = () => performance.now()) {
    this.#log = log;
    this.#monotonicMs = monotonicMs;
  }

  /** Whether a connection has sent wrong credentials. */
  has(socket: Socket): boolean {
    return this.#connections.has(socket);
  }

  /** A connection has sent wrong credentials. */
  add(socket: Socket): void {
    this.#connections.add(socket);
    const nowMs = this.#monotonicMs();
    if (nowMs - this.#windowSinceMs >= WINDOW_MS) {
      this.#windowSinceMs = nowMs;
      this.#lines = 0;
    }
    this.#lines += 1;
    if (this.#lines > MAX_LINES) return;
    const more = this.#lines === MAX_LINES ? '; more in the next minute are not logged' : '';
    this.#log(`RPC: wrong credentials from ${socket.remoteAddress ?? 'a closed connection'}${more}`);
  }
}
