import { join } from 'node:path';
import { createClient } from '../../client/http-client.ts';
import type { Client } from '../../client/types.ts';
import type { Launched } from '../../fixtures/targets/launcher.ts';
import { isPortTaken, MAX_PORT_ATTEMPTS } from '../../fixtures/targets/port-taken.ts';
import { ProcessLauncher } from '../../fixtures/targets/process-launcher.ts';
import { waitUntilReady } from '../../fixtures/targets/wait-ready.ts';
import type { StartOptions } from '../../fixtures/targets/types.ts';
import { askOf, type AskNode } from './ask.ts';

/** The built program; `npm test` has built it. */
const program = join(import.meta.dirname, '../../bin/coind.js');
const READY_WITHIN_MS = 30_000;
/** More than the workers of the load, so that none waits for the answer of another. */
const CONNECTIONS = 8;

/** A data directory, and the coind process running on it, if any. */
export class CoindProcess {
  readonly #launcher: ProcessLauncher;
  #launched: Launched | undefined;
  #client: Client | undefined;

  static async create(): Promise<CoindProcess> {
    return new CoindProcess(await ProcessLauncher.create({ what: 'coind', binary: process.execPath, args: [program] }));
  }

  private constructor(launcher: ProcessLauncher) {
    this.#launcher = launcher;
  }

  /** A folder in the data directory for files of the node. */
  get scratchDir(): string {
    return this.#launcher.scratchDir;
  }

  /** Throws with the node's last lines if it does not start. */
  async start(options: StartOptions): Promise<AskNode> {
    for (let starts = 1; ; starts++) {
      const { address, ended, lastLines } = await this.launch(options);
      this.#client = createClient({ address, credentials: this.#launcher.credentials, connections: CONNECTIONS });
      const readiness = await waitUntilReady({ client: this.#client, ended, timeoutMs: READY_WITHIN_MS });
      if (readiness.ready) return askOf(this.#client);
      this.#client.close();
      const lines = lastLines();
      if (starts < MAX_PORT_ATTEMPTS && isPortTaken(lines)) continue;
      throw new Error(`coind did not start: ${readiness.why}\n${lines.join('\n')}`);
    }
  }

  /** Starts the process without waiting for it to answer. */
  async launch(options: StartOptions): Promise<Launched> {
    this.#launched = await this.#launcher.launch(options, false);
    return this.#launched;
  }

  /** `kill -9`. Returns its last lines. */
  async kill(): Promise<readonly string[]> {
    await this.#launched?.signal('SIGKILL');
    return this.ended();
  }

  /** Sends `SIGTERM` and waits. Returns the kind of exit, `exit code 0`, and the duration. */
  async terminate(): Promise<{ readonly how: string; readonly afterMs: number; readonly lines: readonly string[] }> {
    const launched = this.#launched;
    const since = performance.now();
    await launched?.signal('SIGTERM');
    const how = (await launched?.ended) ?? 'it did not run';
    const afterMs = performance.now() - since;
    return { how, afterMs, lines: await this.ended() };
  }

  /** Waits until the process has ended. Returns its last lines. */
  async ended(): Promise<readonly string[]> {
    await this.#launched?.ended;
    this.#client?.close();
    const lines = this.#launched?.lastLines() ?? [];
    this.#launched = undefined;
    return lines;
  }

  /** Ends the process and removes its data. */
  async remove(): Promise<void> {
    await this.kill();
    await this.#launcher.remove();
  }
}
