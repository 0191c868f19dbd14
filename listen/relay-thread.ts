import { Worker } from 'node:worker_threads';
import { portReason } from '../specs/model/port-reason.ts';
import { UserError } from '../specs/model/user-error.ts';
import type { Passed } from './passed.ts';
import type { FromRelayThread, RelayThreadData, ToRelayThread } from './relay-messages.ts';

/** `pyx listen` cannot listen at its port. */
export class ListenError extends UserError {
  override readonly name = 'ListenError';
}

export interface RelayThreadOptions extends RelayThreadData {
  readonly onPassed: (passed: Passed) => void;
}

/** A relay in a thread of its own. */
export class RelayThread {
  readonly url: string;
  /** Rejects if the thread ends by an error. Resolves when it was closed. */
  readonly ended: Promise<void>;
  readonly #worker: Worker;

  /** Throws `ListenError` where the port cannot be had. */
  static async open({ onPassed, ...workerData }: RelayThreadOptions): Promise<RelayThread> {
    const worker = new Worker(threadFile, { workerData });
    const first = await new Promise<FromRelayThread>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
    if ('url' in first) return new RelayThread(first.url, worker, onPassed);
    await worker.terminate();
    throw refusal(workerData.port, 'refused' in first ? first.refused : 'no answer');
  }

  private constructor(url: string, worker: Worker, onPassed: (passed: Passed) => void) {
    this.url = url;
    this.#worker = worker;
    worker.removeAllListeners('error').on('message', (message: FromRelayThread) => {
      if (!('passed' in message)) return;
      const { passed } = message;
      onPassed(passed);
      if (passed.type === 'bytes') this.#post({ checked: passed.bytes.byteLength });
    });
    this.ended = new Promise((resolve, reject) => {
      worker.once('error', reject).once('exit', () => resolve());
    });
    // Whoever waits for the end sees the error.
    this.ended.catch(() => undefined);
  }

  /** Breaks the connections that are left, and hands on what passed before. */
  async close(): Promise<void> {
    this.#post({ close: true });
    await this.ended;
  }

  #post(message: ToRelayThread): void {
    this.#worker.postMessage(message, []);
  }
}

/** In a bundle the worker lies beside this file. From source (vitest, tsx) a thread loads it by tsx. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './listen-worker.source.mjs' : './listen-worker.mjs', import.meta.url);

function refusal(port: number, code: string): ListenError {
  const reason = portReason(code);
  return new ListenError(`--port: Pyx cannot listen at 127.0.0.1:${port}: ${reason}`, {
    remedy: 'give another port, or none for a free one',
  });
}
