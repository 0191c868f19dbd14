/** Longest wait for a thread to stop, which it does between two transactions. One that is still starting may not get so far. */
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

  /** @param shared what the other thread has */
  constructor(shared: Int32Array) {
    this.shared = shared;
  }

  /** For a thread that starts: it counts as busy until it says otherwise. */
  static create(): ThreadFlags {
    const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
    shared[BUSY] = 1;
    return new ThreadFlags(shared);
  }

  /** The thread shall sign nothing more. */
  get stopped(): boolean {
    return Atomics.load(this.shared, STOP) === 1;
  }

  /** Said by the thread: before it uses the library, and after. */
  set busy(busy: boolean) {
    Atomics.store(this.shared, BUSY, busy ? 1 : 0);
    Atomics.notify(this.shared, BUSY);
  }

  stop(): void {
    Atomics.store(this.shared, STOP, 1);
  }

  /** Blocks this thread until the other has stopped. */
  waitUntilStopped(): void {
    Atomics.wait(this.shared, BUSY, 1, STOP_MS);
  }
}
