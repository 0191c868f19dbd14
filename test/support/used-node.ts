import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../client/http-client.ts';
import type { Client } from '../../client/types.ts';
import { openEmbeddedTarget } from '../../fixtures/targets/embedded-target.ts';
import { freePort, releasePorts } from '../../fixtures/targets/free-ports.ts';
import { openProcessTarget } from '../../fixtures/targets/process-target.ts';
import type { StartOptions } from '../../fixtures/targets/types.ts';
import { waitUntilReady } from '../../fixtures/targets/wait-ready.ts';
import { until } from '../until.ts';
import { askOf } from './ask.ts';
import { makeHistory } from './node-history.ts';
import { litecoindFile } from './try-cases.ts';

export type Daemon = 'coind' | 'litecoind';

/** The built program; `npm test` has built it. */
const coind = join(import.meta.dirname, '../../bin/coind.js');
const READY_WITHIN_MS = 30_000;

/** A node that was started before the trial; `pyx` is given its address, and did not start it. */
export class UsedNode {
  readonly client: Client;
  /** What gives `pyx` the credentials: environment variables, or options. */
  readonly access: { readonly env: Record<string, string>; readonly args: readonly string[] };
  readonly #close: () => Promise<void>;

  /** Starts a node with ordinary options, and gives it a history: it was in use before the trial. */
  static async start(daemon: Daemon, options: StartOptions = []): Promise<UsedNode> {
    const used = await UsedNode.fresh(daemon, options);
    try {
      await makeHistory(askOf(used.client));
      return used;
    } catch (error) {
      await used.close();
      throw error;
    }
  }

  /** Starts a node with ordinary options on a new chain. */
  static async fresh(daemon: Daemon, options: StartOptions = []): Promise<UsedNode> {
    const target = daemon === 'coind' ? openEmbeddedTarget() : await openProcessTarget('litecoind');
    if (daemon === 'litecoind') target.setStartOptions(litecoindFile.startOptions ?? []);
    try {
      // The default size of the daemon's key pool.
      const { client, credentials } = await target.start('default', [`-keypool=${daemon === 'coind' ? 100 : 1000}`, ...options]);
      const { user = '', password = '' } = credentials ?? {};
      const access = { env: { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password }, args: [] };
      return new UsedNode(client, access, () => target.close());
    } catch (error) {
      await target.close();
      throw error;
    }
  }

  /** Starts a node that has no password: it writes a cookie file, as by default. */
  static async withCookie(daemon: Daemon, options: StartOptions = []): Promise<UsedNode> {
    const folder = await mkdtemp(join(tmpdir(), 'cookie-node-'));
    const rpcPort = await freePort();
    const [program, args] = daemon === 'coind' ? [process.execPath, [coind]] : ['litecoind', litecoindFile.startOptions ?? []];
    const started = [...args, '-regtest', `-datadir=${folder}`, `-rpcport=${rpcPort}`, '-listen=0', ...options];
    const node = spawn(program, started, { stdio: 'ignore' });
    const ended = once(node, 'exit');
    const close = async (): Promise<void> => {
      node.kill('SIGKILL');
      await ended;
      releasePorts([rpcPort]);
      await rm(folder, { recursive: true, force: true });
    };
    try {
      const cookie = join(folder, 'regtest', '.cookie');
      await until(
        () => `${daemon} writes its cookie file`,
        () => existsSync(cookie),
      );
      const [user = '', password = ''] = (await readFile(cookie, 'utf8')).split(':');
      const client = createClient({ address: `http://127.0.0.1:${rpcPort}`, credentials: { user, password } });
      const readiness = await waitUntilReady({ client, ended: ended.then(String), timeoutMs: READY_WITHIN_MS });
      if (!readiness.ready) throw new Error(readiness.why);
      return new UsedNode(client, { env: {}, args: ['--cookie', cookie] }, async () => {
        client.close();
        await close();
      });
    } catch (error) {
      await close();
      throw error;
    }
  }

  private constructor(client: Client, access: UsedNode['access'], close: () => Promise<void>) {
    this.client = client;
    this.access = access;
    this.#close = close;
  }

  get address(): string {
    return this.client.address;
  }

  async close(): Promise<void> {
    await this.#close();
  }
}
