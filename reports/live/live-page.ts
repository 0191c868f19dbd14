import { Worker } from 'node:worker_threads';
import { portReason } from '../../specs/model/port-reason.ts';
import { UserError } from '../../specs/model/user-error.ts';
import type { FromLiveThread, LiveThreadData, ToLiveThread } from './live-messages.ts';
import type { LiveEnd, LiveFrame, LiveKind, LiveState } from './live-state.ts';
import type { LiveModel } from './live-view.ts';

const EVERY_MS = 1_000;
const NOTES = 12;
/** The thread gives pages a second to read how the command ended. */
const CLOSED_IN_MS = 3_000;
/** Of the thread: charts of a bounded number of points need a fraction of it. */
const HEAP_MB = 128;

/** `--live`: the page cannot be served at this port. */
export class LivePageError extends UserError {
  override readonly name = 'LivePageError';
}

export interface LivePageOptions {
  readonly kind: LiveKind;
  /** `pyx load` */
  readonly command: string;
  readonly startedAt: Date;
  /** Default: a free one. */
  readonly port?: number | undefined;
  /** Masks the secrets in what is shown. */
  readonly mask: (frame: LiveFrame) => LiveFrame;
  /** Aborted at an interruption. */
  readonly signal: AbortSignal;
  /** The page cannot be shown any more, and why. The command goes on without it. */
  readonly onFailure: (reason: string) => void;
}

/**
 * The page that shows a command while it goes on, on 127.0.0.1. Once a second it takes the state of the command, if the one before was
 * drawn; a thread draws it. It keeps no process alive.
 */
export class LivePage {
  readonly url: string;
  readonly #worker: Worker;
  readonly #options: LivePageOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #ended: Promise<void>;
  readonly #notes: string[] = [];
  #model: LiveModel<LiveState> | undefined;
  #end: LiveEnd | undefined;
  /** The thread has not drawn the last state yet. */
  #isBusy = false;
  #isOver = false;

  /** Throws `LivePageError` where the port cannot be had. */
  static async open(options: LivePageOptions): Promise<LivePage> {
    const { kind, command, port } = options;
    const workerData: LiveThreadData = { kind, command, port };
    const worker = new Worker(threadFile, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    const first = await new Promise<FromLiveThread>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
    if ('url' in first) return new LivePage(first.url, worker, options);
    await worker.terminate();
    throw refusal(port, 'refused' in first ? first.refused : 'no answer');
  }

  private constructor(url: string, worker: Worker, options: LivePageOptions) {
    this.url = url;
    this.#worker = worker;
    this.#options = options;
    this.#ended = new Promise((resolve) => {
      worker.once('exit', () => {
        this.#stop();
        resolve();
      });
    });
    worker
      .removeAllListeners('error')
      .on('error', (error) => {
        options.onFailure(error instanceof Error ? error.message : String(error));
        this.#stop();
      })
      .on('message', () => {
        this.#isBusy = false;
      });
    worker.unref();
    this.#timer = setInterval(() => this.#post(), EVERY_MS).unref();
  }

  /** From now on, the page shows this. */
  follow(model: LiveModel<LiveState>): void {
    this.#model = model;
  }

  /** A line that the command prints for people. */
  note(text: string): void {
    this.#notes.push(text);
    if (this.#notes.length > NOTES) this.#notes.shift();
  }

  /** Shows how the command ended, and closes. Only the first call counts. */
  async end(end: LiveEnd): Promise<void> {
    if (this.#end === undefined && !this.#isOver) {
      this.#end = end;
      clearInterval(this.#timer);
      this.#worker.ref();
      this.#send();
    }
    const late = setTimeout(() => void this.#worker.terminate(), CLOSED_IN_MS);
    await this.#ended;
    clearTimeout(late);
  }

  #post(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#send();
  }

  #send(): void {
    const { command, startedAt, signal, mask } = this.#options;
    const frame = mask({
      command,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      isStopping: signal.aborted,
      notes: this.#notes,
      state: this.#model?.snapshot(),
      end: this.#end,
    });
    const message: ToLiveThread = { frame };
    this.#worker.postMessage(message, []);
  }

  #stop(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }
}

/** In a bundle the worker lies beside this file. From source (vitest, tsx) a thread loads it by tsx. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './live-worker.source.mjs' : './live-worker.mjs', import.meta.url);

function refusal(port: number | undefined, code: string): LivePageError {
  const reason = portReason(code);
  return new LivePageError(`--live: the page cannot be served at 127.0.0.1${port === undefined ? '' : `:${port}`}: ${reason}`, {
    remedy: 'give another port, or --live alone for a free one',
  });
}
