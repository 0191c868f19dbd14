import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort, releasePorts } from '../fixtures/targets/free-ports.ts';
import type { TpsResults } from '../load/tps/results.ts';
import { COIND_IMAGE, needs } from './require.ts';
import { composeCommand, execute } from './support/compose.ts';
import { until } from './until.ts';
import { inFolder, pyx } from './support/pyx.ts';

const file = join(import.meta.dirname, '../docker/compose.tps.yaml');

/** Whether a node answers calls. */
async function answers(
  port: number,
  { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password }: Readonly<Record<string, string>>,
): Promise<boolean> {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
      body: JSON.stringify({ id: 1, method: 'getblockcount', params: [] }),
    });
    return ok;
  } catch (error) {
    if (error instanceof TypeError) return false; // what fetch throws if there is no connection
    throw error;
  }
}

test('the compose file starts a network that pyx tps measures by its URLs', async (ctx) => {
  await needs(ctx, 'docker', COIND_IMAGE);
  await needs(ctx, 'compose');
  const ports = [await freePort(), await freePort(), await freePort()];
  const credentials = { PYX_RPC_USER: 'pyx', PYX_RPC_PASSWORD: randomBytes(16).toString('hex') };
  const [command, ...args] = await composeCommand();
  const compose = (...words: string[]) =>
    execute(command, [...args, '-p', `pyx-test-${process.pid}`, '-f', file, ...words], {
      env: {
        ...process.env,
        ...credentials,
        ...Object.fromEntries(ports.map((port, index) => [`PYX_TPS_PORT_${index + 1}`, String(port)])),
      },
    });
  try {
    await compose('up', '-d');
    // A container runs before its node answers; up to then Docker resets connections to its port.
    for (const port of ports) await until(`the node at port ${port} answers`, () => answers(port, credentials));
    const url = (index: number, name: string): string => `http://127.0.0.1:${ports[index]},${name}:18444`;
    const nodes = ['--sender', url(0, 'sender-1'), '--sender', url(1, 'sender-2'), '--receiver', url(2, 'receiver-1')];
    await inFolder(async (out) => {
      const { code, stdout, stderr } = await pyx(
        ['tps', ...nodes, '--transactions', '100', '--warm-up', '0', '--rounds', '1', '--out', out],
        {
          env: credentials,
        },
      );
      expect(code, stdout + stderr).toBe(0);
      expect(stderr).toContain('Pyx did not start these nodes');
      const { options, rounds, totals, target } = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as TpsResults;
      expect([target.kind, options.via]).toEqual(['remote', 'tpstestadd']);
      expect(totals).toMatchObject({ given: 100, received: 100, lost: 0, refused: 0 });
      expect(rounds[0]!.release.map(({ sender }) => sender)).toEqual(['sender-1', 'sender-2']);
    });
  } finally {
    await compose('down', '-v');
    releasePorts(ports);
  }
});
