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

  /** Number of jobs that are not done. */
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

  /** Ends the thread and drops its remaining jobs. The thread is not terminated: `ThreadFlags` has the reason. */
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

/** In a bundle the worker lies beside this file. From source (vitest, tsx) a thread loads it by tsx. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './signing-worker.source.mjs' : './signing-worker.mjs', import.meta.url);

/** One job in progress and one waiting, so that a thread is never idle. */
const JOBS_PER_THREAD = 2;

/** A job and its lines of the prepared file. */
export interface SignedJob {
  readonly job: SigningJob;
  readonly lines: Uint8Array;
}

/** The signing threads of one preparation. They keep the program running until they are closed. */
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

  /** The lines of all jobs, in the order of the jobs. Only a few jobs are in memory at a time, however slow the consumer is. */
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
