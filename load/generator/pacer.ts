/** Timers of Node fire up to 2 ms after the time asked for: what is nearer is waited for in other ways. */
const TIMER_ERROR_MS = 2;
/** A thread that sleeps wakes up so much later. */
const WAKE_MS = 0.08;

/** Wakes the generator at the time of the next arrival, to some microseconds. */
export class Pacer {
  readonly #wake: () => void;
  readonly #isIdle: () => boolean;
  readonly #sleeper = new Int32Array(new SharedArrayBuffer(4));
  #atMs = Infinity;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #polledSinceMs: number | undefined;
  /** Time in which it asked the event loop again and again, which costs CPU. */
  pollingMs = 0;
  /** Time in which the thread slept although the event loop counts it as active. */
  sleptMs = 0;

  /**
   * @param wake must call `wakeAt` for the time after
   * @param isIdle nothing can come from outside, so that the event loop may stand still
   */
  constructor(wake: () => void, isIdle: () => boolean) {
    this.#wake = wake;
    this.#isIdle = isIdle;
  }

  /** Replaces the time asked for before. @param atMs on the clock of `performance.now()`; Infinity for not at all */
  wakeAt(atMs: number): void {
    this.#atMs = atMs;
    // The caller has just worked: that was no polling.
    this.#polledSinceMs = undefined;
    if (this.#immediate) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = undefined;
    if (atMs === Infinity) return;
    const leftMs = atMs - performance.now();
    if (leftMs > TIMER_ERROR_MS) this.#timer = setTimeout(() => this.#tick(), Math.floor(leftMs - TIMER_ERROR_MS) + 1);
    else this.#immediate = setImmediate(() => this.#tick());
  }

  stop(): void {
    this.#atMs = Infinity;
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }

  #tick(): void {
    this.#timer = undefined;
    this.#immediate = undefined;
    let now = performance.now();
    if (this.#polledSinceMs !== undefined) this.pollingMs += now - this.#polledSinceMs;
    if (this.#atMs === Infinity) return;
    const leftMs = this.#atMs - now;
    if (leftMs > TIMER_ERROR_MS) return this.wakeAt(this.#atMs);
    if (leftMs > WAKE_MS && this.#isIdle()) {
      Atomics.wait(this.#sleeper, 0, 0, leftMs - WAKE_MS);
      const woken = performance.now();
      this.sleptMs += woken - now;
      now = woken;
    }
    if (now < this.#atMs) {
      this.#polledSinceMs = now;
      this.#immediate = setImmediate(() => this.#tick());
      return;
    }
    this.#polledSinceMs = undefined;
    this.#wake();
  }
}
