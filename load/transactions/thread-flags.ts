/** Limit of the wait for a thread to stop. It stops between two transactions, or once it has started. */
const STOP_MS = 2_000;
const STOP = 0;
const BUSY = 1;

/**
 * Lets a signing thread stop before it is terminated, which `process.exit` does too: the native library aborts the whole
 * process, with an exit code of its own, when one of its threads is terminated while it signs.
 */
export class ThreadFlags {
  /** Memory of both threads. */
  readonly shared: Int32Array;

  /** @param shared `shared` of the other thread */
  constructor(shared: Int32Array) {
    this.shared = shared;
  }

  /** For a new thread, which counts as busy until it has started. */
  static create(): ThreadFlags {
    const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
    shared[BUSY] = 1;
    return new ThreadFlags(shared);
  }

  /** Whether the thread must stop signing. */
  get stopped(): boolean {
    return Atomics.load(this.shared, STOP) === 1;
  }

  /** Set by the signing thread, before and after it uses the library. */
  set busy(busy: boolean) {
    Atomics.store(this.shared, BUSY, busy ? 1 : 0);
    Atomics.notify(this.shared, BUSY);
  }

  /** Makes the thread stop. */
  stop(): void {
    Atomics.store(this.shared, STOP, 1);
  }

  /** Blocks this thread until the other has stopped. */
  waitUntilStopped(): void {
    Atomics.wait(this.shared, BUSY, 1, STOP_MS);
  }
}
