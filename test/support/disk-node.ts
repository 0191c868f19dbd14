import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../client/http-client.ts';
import type { Client } from '../../client/types.ts';
import { askOf, type AskNode } from './ask.ts';

/** The built program; `npm test` has built it. */
const program = join(import.meta.dirname, '../../bin/coind.js');

/** The exit of a process, and its output. */
export interface DiskNodeEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A coind on a data directory that the test manages. */
export class DiskNode {
  readonly ask: AskNode;
  readonly ended: Promise<DiskNodeEnd>;
  readonly #child: ChildProcess;

  /** Returns its exit if it did not start. */
  static async start(datadir: string, options: readonly string[] = []): Promise<DiskNode | DiskNodeEnd> {
    const child = spawn(process.execPath, [program, `-datadir=${datadir}`, '-listen=0', '-rpcport=0', '-fallbackfee=0.0002', ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    const ended = once(child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      stdout,
      stderr,
    }));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const isUp = new Promise<true>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        stdout += chunk.toString();
        if (stdout.includes('Done loading\n')) resolve(true);
      });
    });
    const first = await Promise.race([isUp, ended]);
    if (first !== true) return first;
    const address = /RPC server listens on (\S+)/.exec(stdout)![1]!;
    const [user = '', password = ''] = readFileSync(join(datadir, 'regtest/.cookie'), 'utf8').split(':');
    return new DiskNode(child, ended, createClient({ address, credentials: { user, password } }));
  }

  /** Throws if it does not start. */
  static async mustStart(datadir: string, options: readonly string[] = []): Promise<DiskNode> {
    const node = await DiskNode.start(datadir, options);
    if (node instanceof DiskNode) return node;
    throw new Error(`coind did not start: ${JSON.stringify(node)}`);
  }

  private constructor(child: ChildProcess, ended: Promise<DiskNodeEnd>, client: Client) {
    this.#child = child;
    this.ask = askOf(client);
    this.ended = ended.finally(() => client.close());
  }

  async signal(name: NodeJS.Signals): Promise<DiskNodeEnd> {
    this.#child.kill(name);
    return this.ended;
  }

  /** Stops it cleanly; throws if it does not. */
  async stop(): Promise<void> {
    const end = await this.signal('SIGTERM');
    if (end.code !== 0) throw new Error(`coind did not end well: ${JSON.stringify(end)}`);
  }
}
