import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { DiffResults } from '../reports/diff/results.ts';
import { needs } from './require.ts';
import { FaultProxy } from './support/fault-proxy.ts';
import { oneSatoshiMore } from './support/faults.ts';
import { inFolder, pyx } from './support/pyx.ts';

const NODES = ['process:litecoind', 'embedded'];
const KNOWN = join(import.meta.dirname, '../suites/diff/known/coind-litecoind-0.21.yaml');

interface Compared {
  readonly code: number | null;
  readonly report: DiffResults & { readonly exitCode: number };
}

function diff(nodes: readonly string[], args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Compared> {
  return inFolder(async (out) => {
    const { code, stdout, stderr } = await pyx(['diff', ...nodes, '--json', '--out', out, ...args], { env });
    expect(stdout, stderr).not.toBe('');
    for (const file of ['index.html', 'summary.md', 'diff.json']) expect(existsSync(join(out, file)), file).toBe(true);
    return { code, report: JSON.parse(stdout) as Compared['report'] };
  });
}

test('coind and litecoind answer 97 % of the calls of two families alike, and each difference has its reason', async (ctx) => {
  await needs(ctx, 'litecoind');
  const { code, report } = await diff(NODES, ['--suite', 'methods', '--family', 'chain,raw', '--seed', '21', '--known', KNOWN]);
  expect(report.disagreements.filter(({ reason }) => reason === undefined)).toEqual([]);
  expect(report.stale).toEqual([]);
  expect(code).toBe(0);
  expect(report.compared).toBeGreaterThan(700);
  expect(report.alike / report.compared).toBeGreaterThanOrEqual(0.97);
});

test('a difference without a reason is reported', async (ctx) => {
  await needs(ctx, 'litecoind');
  const { code, report } = await diff(NODES, ['--case', 'methods/gettxoutsetinfo/too-many', '--seed', '21']);
  expect(code).toBe(1);
  expect(report.disagreements).toMatchObject([{ id: 'methods/gettxoutsetinfo/too-many', difference: 'error -8 · error -1' }]);
});

test('a release answers like itself, also to the calls of rules and invariants', async () => {
  const { code, report } = await diff(['embedded', 'embedded'], ['--method', 'decodescript,getchaintips', '--seed', '21']);
  expect(report.disagreements).toEqual([]);
  expect(code).toBe(0);
  expect(report.compared).toBeGreaterThan(20);
});

test('one satoshi more in a result is reported', async () => {
  const target = await openTarget('embedded', { env: {} });
  try {
    const node = await target.start('default');
    const proxy = await FaultProxy.start(() => node.client.address);
    const { user = '', password = '' } = node.credentials ?? {};
    const env = { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password };
    const args = ['--case', 'methods/getnetworkinfo/required-only', '--seed', '21'];
    try {
      const same = await diff(['embedded', proxy.address], args, env);
      expect(same.report.disagreements).toEqual([]);
      expect(same.code).toBe(0);
      proxy.plant(oneSatoshiMore('getnetworkinfo', 'relayfee'));
      const other = await diff(['embedded', proxy.address], args, env);
      expect(other.code).toBe(1);
      expect(other.report.disagreements).toMatchObject([{ difference: 'value of relayfee: 0.00001 · 0.00001001' }]);
    } finally {
      await proxy.close();
    }
  } finally {
    await target.close();
  }
});
