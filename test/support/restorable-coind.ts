import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../client/http-client.ts';
import type { Client, Credentials } from '../../client/types.ts';

export type ToNode = 'keep' | 'restore' | 'measure';
export type FromNode =
  | { readonly type: 'ready'; readonly address: string }
  | { readonly type: 'done'; readonly usedBytes: number }
  | { readonly type: 'internal-error'; readonly text: string };

/** A coind in memory whose state can be restored, in a separate process with an empty working folder. */
export class RestorableCoind {
  readonly client: Client;
  readonly credentials: Credentials = { user: 'pyx', password: 'pyx' };
  readonly folder: string;
  /** Internal errors, with their stacks. */
  readonly internalErrors: string[] = [];
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;

  static async start(): Promise<RestorableCoind> {
    const folder = await mkdtemp(join(tmpdir(), 'pyx-test-'));
    const tsx = import.meta.resolve('tsx');
    const child = fork(join(import.meta.dirname, 'restorable-coind-child.ts'), { cwd: folder, execArgv: ['--import', tsx, '--expose-gc'] });
    const ready = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => undefined)]);
    if (ready === undefined) {
      await rm(folder, { recursive: true, force: true });
      throw new Error('coind did not start');
    }
    const [{ address }] = ready as [FromNode & { type: 'ready' }];
    return new RestorableCoind(child, address, folder);
  }

  private constructor(child: ChildProcess, address: string, folder: string) {
    this.#child = child;
    this.folder = folder;
    this.client = createClient({ address, credentials: this.credentials, timeoutMs: 15_000 });
    this.ended = once(child, 'exit').then(([code, signal]) => (signal === null ? `exit code ${code}` : `signal ${signal}`));
    child.on('message', (message: FromNode) => {
      if (message.type === 'internal-error') this.internalErrors.push(message.text);
    });
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Executes a command. Returns the memory in use after it, in bytes. */
  execute(command: ToNode): Promise<number> {
    return new Promise((resolve) => {
      const listener = (message: FromNode): void => {
        if (message.type !== 'done') return;
        this.#child.off('message', listener);
        resolve(message.usedBytes);
      };
      this.#child.on('message', listener);
      this.#child.send(command);
    });
  }

  async stop(): Promise<void> {
    this.client.close();
    this.#child.kill('SIGKILL');
    await this.ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}
