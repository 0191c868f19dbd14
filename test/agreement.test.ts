import { expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { needs } from './require.ts';
import { COMPARED, diff, expectAlike } from './support/compared.ts';
import { drawnOf, drawSeed } from './support/drawn.ts';
import { FaultProxy } from './support/fault-proxy.ts';
import { oneSatoshiMore } from './support/faults.ts';

// Both: `agreement.long.test.ts`.
test.for(drawnOf('agreement', ['chain', 'raw'], 1))(
  `coind and litecoind answer 97 % of the calls of a family alike, and each difference has its reason: %s (PYX_SEED=${drawSeed})`,
  async (family, ctx) => {
    await needs(ctx, 'litecoind');
    await expectAlike(family);
  },
);

test('a difference without a reason is reported', async (ctx) => {
  await needs(ctx, 'litecoind');
  const { code, report } = await diff(COMPARED, ['--case', 'methods/gettxoutsetinfo/too-many', '--seed', '21']);
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
