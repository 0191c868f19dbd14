import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ExtChain } from '../../fixtures/ext-chain/ext-chain.ts';
import { createState } from '../state/state.ts';
import type { State } from '../state/types.ts';
import { createExtChain } from './ext-chain.ts';
import { createExtClient } from './ext-client.ts';
import type { ExtChain as KnownChain, ExtClient } from './types.ts';
import { until } from '../../test/until.ts';

const root = join(import.meta.dirname, '../..');

let folder = '';
let log: string[] = [];
let clients: ExtClient[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ext-client-'));
  log = [];
  clients = [];
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  rmSync(folder, { recursive: true });
});

/** A program of the shell, in the folder of the test. */
function program(script: string): string {
  const path = join(folder, 'client');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

function clientOf(path: string | undefined): { readonly client: ExtClient; readonly chain: KnownChain; readonly state: State } {
  const state = createState({});
  const chain = createExtChain(state);
  const client = createExtClient({ state, chain, program: path, log: (line) => log.push(line), changed: () => undefined });
  clients.push(client);
  return { client, chain, state };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A process that has ended stays in the table until its parent takes note: there is no such parent in a bare container.
  return !/^State:\s+Z/m.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
}

/** Ids of processes that a program wrote to a file in the folder. */
async function pidsIn(file: string, count: number): Promise<number[]> {
  const read = (): string[] => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim().split('\n') : []);
  await until(`${count} processes run`, () => read().length === count);
  return read().map(Number);
}

const line = JSON.stringify({ headers: [[5, 'ab'.repeat(32)]] });
const refused = (reason: string): Error => expect.objectContaining({ name: 'ExtClientError', reason }) as Error;
/** Ignores the request to end, and so does a process that it started. */
const stubborn = (folder: string): string =>
  `trap '' TERM; (while :; do sleep 1; done) & echo $! > ${folder}/pids; echo $$ >> ${folder}/pids; while :; do sleep 1; done`;

describe('a node without a client', () => {
  test('starts and stops none', async () => {
    const { client } = clientOf(undefined);
    expect(() => client.start()).toThrow(refused('no-ext-client'));
    await expect(client.stop()).rejects.toEqual(refused('no-ext-client'));
    expect(client.isRunning).toBe(false);
    await client.close();
  });

  test.each([
    ['does not exist', () => join(folder, 'none')],
    ['is a folder', () => folder],
    ['is not executable', () => join(import.meta.dirname, 'types.ts')],
  ])('refuses a program that %s', (_, path) => {
    const { client } = clientOf(path());
    expect(() => client.start()).toThrow(refused('ext-client-failed'));
    expect(client.isRunning).toBe(false);
  });
});

describe('a client', () => {
  test('has its headers read, and runs once', async () => {
    const { client, chain } = clientOf(program(`echo $$ >> ${folder}/pids; echo '${line}'; sleep 1000`));
    client.start();
    client.start();
    await until('the header is known', () => chain.rootOf(5) !== undefined);
    expect(await pidsIn('pids', 1)).toHaveLength(1);
    expect(client.isRunning).toBe(true);
  });

  test('follows the simulated chain, whose roots it reports', async () => {
    const { client, chain } = clientOf(
      program(
        `echo $$ >> ${folder}/pids; exec ${process.execPath} --import tsx ${root}/fixtures/ext-chain/program.ts --seed same --number 1 --interval 50`,
      ),
    );
    client.start();
    await until('some blocks are known', () => chain.current >= 5);
    const same = new ExtChain({ seed: 'same' });
    for (let number = 1; number <= 4; number++) {
      const { block } = await same.mine([], 3);
      expect(chain.rootOf(number)?.toString('hex')).toBe(block.root);
    }
    expect(chain.status).toBe('synced');
    const [pid] = (await pidsIn('pids', 1)) as [number];
    await client.stop();
    // What it wrote before is read; nothing else can come.
    expect(isAlive(pid)).toBe(false);
    const { current } = chain;
    await new Promise(setImmediate);
    expect(chain.current).toBe(current);
  });

  test('that ignores the request to end is killed with all that it started', async () => {
    const { client } = clientOf(program(stubborn(folder)));
    client.start();
    const pids = await pidsIn('pids', 2);
    await client.stop();
    expect(client.isRunning).toBe(false);
    await until('they have ended', () => !pids.some(isAlive));
  });

  test('is asked to end before it is killed', async () => {
    const { client } = clientOf(
      program(`trap 'echo asked > ${folder}/asked; exit' TERM; echo ready > ${folder}/ready; while :; do sleep 0.05; done`),
    );
    client.start();
    await until('it is ready', () => existsSync(join(folder, 'ready')));
    await client.stop();
    expect(existsSync(join(folder, 'asked'))).toBe(true);
  });

  test('that ends by itself is noticed, and can be started again', async () => {
    const { client, chain } = clientOf(program(`echo '${line}'; echo 'a complaint' >&2`));
    client.start();
    await until('its end is noticed', () => !client.isRunning);
    expect(chain.current).toBe(5);
    expect(log).toContainEqual(expect.stringContaining('coinstartextclient starts it again'));
    expect(log).toContain('extclient: a complaint');
    client.start();
    expect(client.isRunning).toBe(true);
  });

  test('can be stopped twice, and started at once', async () => {
    const { client, chain } = clientOf(program(`echo '${line}'; sleep 1000`));
    client.start();
    const stopped = client.stop();
    client.start();
    await stopped;
    await client.stop();
    await client.stop();
    expect(client.isRunning).toBe(false);
    client.start();
    await until('the header is known', () => chain.current === 5);
  });

  test('runs or not as it did when the state was kept', async () => {
    const { client, state } = clientOf(program('sleep 1000'));
    const before = state.snapshot();
    client.start();
    const running = state.snapshot();
    state.restore(before);
    expect(client.isRunning).toBe(false);
    state.restore(running);
    expect(client.isRunning).toBe(true);
  });
});

test('nothing is left of a client whose node is killed', async () => {
  const path = program(stubborn(folder));
  const script = join(folder, 'node.mts');
  writeFileSync(
    script,
    `import { createState } from '${root}/coind/state/state.ts';
     import { createExtChain } from '${root}/coind/ext-client/ext-chain.ts';
     import { createExtClient } from '${root}/coind/ext-client/ext-client.ts';
     const state = createState({});
     createExtClient({ state, chain: createExtChain(state), program: '${path}', log: () => {}, changed: () => {} }).start();
     setInterval(() => {}, 1000);`,
  );
  const node = spawn(process.execPath, ['--import', 'tsx', script], { stdio: 'inherit', cwd: root });
  const pids = await pidsIn('pids', 2);
  node.kill('SIGKILL');
  await once(node, 'exit');
  await until('they have ended', () => !pids.some(isAlive));
});
