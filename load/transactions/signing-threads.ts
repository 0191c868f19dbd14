import { Worker } from 'node:worker_threads';
import { END, type SigningJob, type SigningSetup, type SigningThreadData } from './signing-job.ts';
import { ThreadFlags } from './thread-flags.ts';

interface Waiting {
  resolve(lines: Uint8Array): void;
  reject(error: Error): void;
}

/** One thread, which does its jobs in their order. */
class SigningThread {
  readonly flags = ThreadFlags.create();
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  readonly #ended: Promise<void>;
  #failure: Error | undefined;

  constructor(setup: SigningSetup) {
    const workerData: SigningThreadData = { setup, flags: this.flags.shared };
    this.#worker = new Worker(threadFile, { workerData });
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => resolve());
    });
    this.#worker
      .on('message', (lines: Uint8Array) => this.#waiting.shift()?.resolve(lines))
      .on('error', (error) => this.#fail(error))
      .on('exit', (code) => this.#fail(new Error(`a signing thread ended with exit code ${code}`)));
  }

  /** Jobs that it has not done yet. */
  get load(): number {
    return this.#waiting.length;
  }

  sign(job: SigningJob): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) throw this.#failure;
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(job, []);
    });
  }

  /** Ends the thread; jobs that are not done are given up. It is not terminated, for the reason that `ThreadFlags` has. */
  async close(): Promise<void> {
    this.flags.stop();
    this.#worker.postMessage(END, []);
    await this.#ended;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}

/** Bundled, the thread's file lies beside this one. Where the sources run as they are (vitest, tsx), a thread loads them by tsx. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './signing-worker.source.mjs' : './signing-worker.mjs', import.meta.url);

/** Jobs that a thread has before it: one that it does, and one so that it need not wait for the next. */
const JOBS_PER_THREAD = 2;

/** What came of a job: lines of the prepared file. */
export interface SignedJob {
  readonly job: SigningJob;
  readonly lines: Uint8Array;
}

/** Threads that sign for one preparation. To be closed in the end: they keep the program from ending. */
export class SigningThreads {
  readonly #pool: readonly SigningThread[];
  readonly #onExit = (): void => {
    for (const { flags } of this.#pool) flags.stop();
    for (const { flags } of this.#pool) flags.waitUntilStopped();
  };

  constructor(setup: SigningSetup, threads: number) {
    this.#pool = Array.from({ length: threads }, () => new SigningThread(setup));
    process.on('exit', this.#onExit);
  }

  /** The lines of all jobs in the order of the jobs. Few are in memory at a time, however slowly they are taken. */
  async *sign(jobs: Iterable<SigningJob>): AsyncGenerator<SignedJob> {
    const pending: Promise<SignedJob>[] = [];
    for (const job of jobs) {
      const thread = this.#pool.reduce((least, other) => (other.load < least.load ? other : least));
      const signed = thread.sign(job).then((lines) => ({ job, lines }));
      signed.catch(() => undefined); // it is awaited below, perhaps after an earlier one has failed
      pending.push(signed);
      if (pending.length >= this.#pool.length * JOBS_PER_THREAD) yield await pending.shift()!;
    }
    for (const signed of pending) yield await signed;
  }

  async close(): Promise<void> {
    await Promise.all(this.#pool.map((thread) => thread.close()));
    process.off('exit', this.#onExit);
  }
}
