import { Worker } from 'node:worker_threads';

const NS_PER_MS = 1e6;

/** Rings once for each turn, at its time. A turn begins when the time is set; a negative one ends the thread. */
const THREAD = `
const { parentPort, workerData: { turns, times } } = require('node:worker_threads');
for (let rung = 0; ; ) {
  const turn = Atomics.load(turns, 0);
  if (turn < 0) break;
  const waitMs = turn === rung ? Infinity : Number(Atomics.load(times, 0) - process.hrtime.bigint()) / ${NS_PER_MS};
  if (waitMs > 0) Atomics.wait(turns, 0, turn, waitMs);
  else {
    rung = turn;
    parentPort.postMessage(0);
  }
}`;

/**
 * Calls back at a time, to a tenth of a millisecond: a thread sleeps until then. The timers of Node are ten times as coarse; asking
 * the event loop again and again, as `Pacer` does, would take the core that a node could use, all the time that data is on its way.
 */
export class Alarm {
  readonly #turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #times = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  readonly #thread: Worker;
  /** On the clock of `performance.now()`. */
  #atMs = Infinity;

  constructor(onRing: () => void) {
    this.#thread = new Worker(THREAD, { eval: true, workerData: { turns: this.#turns, times: this.#times } });
    this.#thread.on('message', () => {
      this.#atMs = Infinity;
      onRing();
    });
  }

  /** Rings at this time of `performance.now()`, unless it rings before. */
  setBy(atMs: number): void {
    if (atMs >= this.#atMs) return;
    this.#atMs = atMs;
    const waitNs = Math.max(0, Math.ceil((atMs - performance.now()) * NS_PER_MS));
    Atomics.store(this.#times, 0, process.hrtime.bigint() + BigInt(waitNs));
    this.#nextTurn((Atomics.load(this.#turns, 0) + 1) & 0x7fff_ffff);
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#thread.once('exit', resolve));
    this.#nextTurn(-1);
    await ended;
  }

  #nextTurn(turn: number): void {
    Atomics.store(this.#turns, 0, turn);
    Atomics.notify(this.#turns, 0);
  }
}
