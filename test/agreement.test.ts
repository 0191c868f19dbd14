import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from './require.ts';
import { pyx } from './support/pyx.ts';

const NODES = ['process:litecoind', 'embedded'];
const KNOWN = join(import.meta.dirname, '../suites/diff/known/coind-litecoind-0.21.yaml');

interface Report {
  readonly exitCode: number;
  readonly compared: number;
  readonly alike: number;
  readonly disagreements: readonly { readonly id: string; readonly difference: string; readonly reason?: string }[];
  readonly stale: readonly unknown[];
}

async function diff(...args: string[]): Promise<{ code: number | null; report: Report }> {
  const { code, stdout, stderr } = await pyx(['diff', ...NODES, '--json', ...args]);
  expect(stdout, stderr).not.toBe('');
  return { code, report: JSON.parse(stdout) as Report };
}

test('coind and litecoind answer 97 % of the calls of two families alike, and each difference has its reason', async (ctx) => {
  await needs(ctx, 'litecoind');
  const { code, report } = await diff('--family', 'chain,raw', '--seed', '21', '--known', KNOWN);
  expect(report.disagreements.filter(({ reason }) => reason === undefined)).toEqual([]);
  expect(report.stale).toEqual([]);
  expect(code).toBe(0);
  expect(report.compared).toBeGreaterThan(700);
  expect(report.alike / report.compared).toBeGreaterThanOrEqual(0.97);
});

test('a difference without a reason is reported', async (ctx) => {
  await needs(ctx, 'litecoind');
  const { code, report } = await diff('--case', 'methods/gettxoutsetinfo/too-many', '--seed', '21');
  expect(code).toBe(1);
  expect(report.disagreements).toMatchObject([{ id: 'methods/gettxoutsetinfo/too-many', difference: 'error -8 · error -1' }]);
});
