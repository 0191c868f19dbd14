import { afterAll, expect, test } from 'vitest';
import { Worlds } from '../../fixtures/world/testing/worlds.ts';
import type { Trial } from '../../engine/trial.ts';
import { foreignAddress, payFromTrial, reserveCoins } from './payments.ts';

const worlds = new Worlds();
afterAll(() => worlds.close());

test('a reserved coin pays without a block in between, whatever other calls spend meanwhile', async (ctx) => {
  const world = await worlds.make(ctx);
  const t = { world } as Trial;
  await reserveCoins(t, 1);
  for (let i = 0; i < 5; i++) await world.fresh('spendable'); // as many as there are after the first split
  const before = await world.result('getblockcount');
  const { txid } = await payFromTrial(t, [{ address: await foreignAddress(t), amountSat: 10_000_000n }]);
  expect(await world.result('getrawmempool')).toContain(txid);
  expect(await world.result('getblockcount')).toBe(before);
});
