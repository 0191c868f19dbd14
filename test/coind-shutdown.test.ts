import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Wire } from '../specs/model/wire.ts';
import type { AskNode } from './support/ask.ts';
import { CoindProcess } from './support/coind-process.ts';
import { until } from './until.ts';

const ADDRESS = 'mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt';
/** The promise is 5 s; a busy machine gets more, but no call here would end in that time without a stop. */
const ENDS_WITHIN_MS = 20_000;

const nodes: CoindProcess[] = [];
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.remove();
});

async function start(...options: string[]): Promise<{ node: CoindProcess; ask: AskNode }> {
  const node = await CoindProcess.create();
  nodes.push(node);
  return { node, ask: await node.start(['-listen=0', '-keypool=2', '-disablewallet=0', ...options]) };
}

/** The outcome of a call: an error code, a fault, or `result`. */
const endOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'result',
    (error: { code?: number; message: string }) => error.code ?? error.message,
  );

describe('SIGTERM stops the node cleanly during any work', () => {
  test.each<[string, string, Wire[]]>([
    ['mining', 'generatetoaddress', [500_000, ADDRESS, 2_000_000_000]],
    ['filling a key pool', 'keypoolrefill', [200_000]],
    [
      'deriving keys to scan for',
      'scantxoutset',
      [
        'start',
        [
          {
            desc: 'pkh(tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B/*)',
            range: 1_000_000,
          },
        ],
      ],
    ],
    ['waiting for a block', 'waitfornewblock', []],
  ])('%s', async (_what, method, params) => {
    const { node, ask } = await start();
    const call = endOf(ask(method, params));
    // Other calls are answered meanwhile, which shows that the call is in progress.
    let hasEnded = false;
    void call.finally(() => (hasEnded = true));
    await until(`${method} is in progress`, async () => {
      if (hasEnded) throw new Error(`${method} has ended: ${JSON.stringify(await call)}`);
      const { active_commands: active } = await ask<{ active_commands: { method: string }[] }>('getrpcinfo');
      return active.some((command) => command.method === method);
    });
    const { how, afterMs, lines } = await node.terminate();
    expect([how, lines.at(-1)]).toEqual(['exit code 0', expect.stringContaining('Shutdown: done')]);
    expect(afterMs).toBeLessThan(ENDS_WITHIN_MS);
    await call;
  });

  test('with calls that read an endless file', async () => {
    const { node, ask } = await start();
    const fifo = join(node.scratchDir, 'fifo');
    execFileSync('mkfifo', [fifo]);
    for (const filename of [fifo, '/dev/zero']) expect(await endOf(ask('importwallet', [filename]))).toBe(-8);
    expect(await node.terminate()).toMatchObject({ how: 'exit code 0' });
  });
});

test('mined blocks exist after a restart, also after a kill', async () => {
  const { node, ask } = await start();
  const call = endOf(ask('generatetoaddress', [500_000, ADDRESS, 2_000_000_000]));
  let height = 0;
  for (let i = 0; height < 200 && i < 10_000; i++) height = await ask<number>('getblockcount');
  await node.kill();
  await call;
  const again = await node.start(['-listen=0', '-keypool=2']);
  expect(await again<number>('getblockcount')).toBeGreaterThanOrEqual(height);
  expect(await again('verifychain', [4, 0])).toBe(true);
});

test('a file that is not a wallet dump is refused, and a dump is accepted', async () => {
  const { node, ask } = await start();
  const text = join(node.scratchDir, 'text');
  writeFileSync(text, 'root:x:0:0:root:/root:/bin/bash\nbin:x:1:1:bin:/bin:/usr/sbin/nologin\n');
  await expect(ask('importwallet', [text])).rejects.toThrow(/-8: The file is not a wallet dump: use a file that dumpwallet wrote/);
  await expect(ask('importwallet', [node.scratchDir])).rejects.toThrow(/-8: Cannot open wallet dump file/);
  const dump = join(node.scratchDir, 'dump');
  await ask('dumpwallet', [dump]);
  expect(await ask('importwallet', [dump])).toBe(null);
});
