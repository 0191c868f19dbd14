import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../test/until.ts';

/** Disables deployments that coind's chain does not have. */
const chainOptions = ['-regtest', '-vbparams=mweb:9999999999:99999999999'];
/** Takes a second; on a busy machine more. */
const START_TIMEOUT_MS = 600_000;

export interface Litecoind {
  /** Rejects with the node's error as the message. */
  call(method: string, ...params: unknown[]): Promise<unknown>;
  /** Sends a raw body and returns the response. */
  post(body: string): Promise<{ readonly result: unknown; readonly error: { readonly code: number; readonly message: string } | null }>;
  /** 127.0.0.1:port for peers; undefined unless it listens. */
  readonly p2p: string | undefined;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A real litecoind on its own regtest chain, for comparison. */
export async function startLitecoind({
  args = [],
  listen = false,
}: { readonly args?: readonly string[]; readonly listen?: boolean } = {}): Promise<Litecoind> {
  const datadir = mkdtempSync(join(tmpdir(), 'coind-litecoind-'));
  const port = await freePort();
  const p2pPort = listen ? await freePort() : undefined;
  const child: ChildProcess = spawn(
    'litecoind',
    [
      ...chainOptions,
      `-datadir=${datadir}`,
      `-rpcport=${port}`,
      '-rpcuser=u',
      '-rpcpassword=p',
      '-server',
      '-daemon=0',
      ...(p2pPort === undefined ? ['-listen=0'] : ['-listen=1', `-bind=127.0.0.1:${p2pPort}`]),
      ...args,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const headers = { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` };
  const node: Litecoind = {
    p2p: p2pPort === undefined ? undefined : `127.0.0.1:${p2pPort}`,
    async post(body) {
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
      return (await response.json()) as Awaited<ReturnType<Litecoind['post']>>;
    },
    async call(method, ...params) {
      const { result, error } = await node.post(JSON.stringify({ method, params, id: 1 }));
      if (error !== null) throw new Error(error.message);
      return result;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(datadir, { recursive: true, force: true });
    },
  };
  let refusal = '';
  const answers = (): Promise<boolean> =>
    node.call('getblockcount').then(
      () => true,
      (error: unknown) => {
        refusal = error instanceof Error && error.cause !== undefined ? `${error.message}: ${String(error.cause)}` : String(error);
        return false;
      },
    );
  try {
    await until(
      () => `litecoind answers: ${refusal}`,
      async () => (await answers()) || child.exitCode !== null,
      START_TIMEOUT_MS,
    );
    if (child.exitCode !== null) throw new Error(`litecoind ended with exit code ${child.exitCode}`);
  } catch (error) {
    const log = join(datadir, 'regtest/debug.log');
    const lastLines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-20).join('\n') : 'it wrote no log';
    await node.stop();
    throw new Error(`litecoind did not start; its log: ${lastLines}`, { cause: error });
  }
  return node;
}
