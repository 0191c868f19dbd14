import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../client/http-client.ts';
import type { Client, Params } from '../../client/types.ts';
import { TemporaryFolder } from '../../fixtures/temporary/temporary-folder.ts';
import type { MethodId, ServiceCall } from '../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { UserError } from '../../specs/model/user-error.ts';

/** A node program to measure, with its command and options. */
export interface NodeKind {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly extra?: readonly string[];
}

/** The node could not be measured. */
export class BenchError extends UserError {
  override readonly name = 'BenchError';
}

export const credentials = { user: 'bench', password: 'bench' };
const POLL_MS = 2;
const START_MS = 30_000;

/** The process of a node that has answered. */
interface StartedNode {
  readonly port: number;
  readonly client: Client;
  readonly startMs: number;
  readonly child: ChildProcess;
  readonly folder: TemporaryFolder;
  readonly keepsFolder: boolean;
}

/** A node started for a measurement, without layers that would cost time. */
export class BenchNode {
  readonly kind: NodeKind;
  readonly port: number;
  readonly client: Client;
  /** Time from spawning the process to its first answer, in milliseconds. */
  readonly startMs: number;
  readonly #child: ChildProcess;
  readonly #folder: TemporaryFolder;
  readonly #keepsFolder: boolean;

  private constructor(kind: NodeKind, { port, client, startMs, child, folder, keepsFolder }: StartedNode) {
    this.kind = kind;
    this.port = port;
    this.client = client;
    this.startMs = startMs;
    this.#child = child;
    this.#folder = folder;
    this.#keepsFolder = keepsFolder;
  }

  /**
   * Starts a node. Throws `BenchError` if it does not start.
   * @param kept its data directory, which stays when it stops; otherwise a new one, which is removed
   */
  static async start(kind: NodeKind, kept?: TemporaryFolder): Promise<BenchNode> {
    const folder = kept ?? (await TemporaryFolder.create('bench'));
    const port = await freePort();
    const [program = '', ...args] = kind.command;
    const client = createClient({ address: `http://127.0.0.1:${port}`, credentials });
    const startedAt = performance.now();
    const child = spawn(
      program,
      [
        ...args,
        '-regtest',
        `-datadir=${folder.path}`,
        `-rpcport=${port}`,
        `-rpcuser=${credentials.user}`,
        `-rpcpassword=${credentials.password}`,
        '-listen=0',
        '-fallbackfee=0.0002',
        ...(kind.extra ?? []),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...kind.environment } },
    );
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-2_000);
    });
    child.on('error', (error) => {
      stderr = error.message; // such as a missing program
    });
    for (;;) {
      const reply = await client.call('getblockcount', [], { timeoutMs: 5_000 });
      if (reply.type === 'result') break;
      if (child.exitCode !== null || child.pid === undefined || performance.now() - startedAt > START_MS) {
        client.close();
        child.kill();
        if (kept === undefined) await folder.remove();
        throw new BenchError(`${kind.name} did not start: ${stderr.trim()}`);
      }
      await sleep(POLL_MS);
    }
    return new BenchNode(kind, { port, client, startMs: performance.now() - startedAt, child, folder, keepsFolder: kept !== undefined });
  }

  /** Calls a method and returns its result. Throws `BenchError` for any other answer. */
  readonly result = ((method: MethodId, params?: Params, wallet?: string) => this.#result(method, params, wallet)) as ServiceCall<string>;

  async #result(method: string, params: Params = [], wallet?: string): Promise<Wire> {
    const reply = await this.client.call(method, params, { timeoutMs: 120_000, ...(wallet !== undefined && { wallet }) });
    if (reply.type === 'result') return reply.result;
    throw new BenchError(
      `${method} on ${this.kind.name}: ${reply.type === 'error' ? `${reply.error.code} ${reply.error.message}` : reply.fault.message}`,
    );
  }

  /** CPU time that its threads have used since the start, in milliseconds: finer than the hundredths of a second of `stat`. */
  cpuMs(): number {
    const tasks = `/proc/${this.#child.pid}/task`;
    return readdirSync(tasks).reduce(
      (sum, task) => sum + Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0,
    );
  }

  /** Resident memory in bytes. */
  memory(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024;
  }

  async stop(): Promise<void> {
    this.client.close();
    const ended = this.#child.exitCode === null ? once(this.#child, 'exit') : undefined;
    this.#child.kill('SIGTERM');
    await ended;
    if (!this.#keepsFolder) await this.#folder.remove();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
