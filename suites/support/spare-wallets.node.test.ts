import { afterAll, expect, test } from 'vitest';
import type { Wire } from '../../specs/model/wire.ts';
import { formatSat, satoshis } from '../../client/wire-json.ts';
import { Worlds } from '../../fixtures/world/testing/worlds.ts';
import type { World } from '../../fixtures/world/world.ts';
import { Inapplicable, type Trial } from '../../engine/trial.ts';
import { foreignAddress, payFromTrial } from './payments.ts';
import { withSpareWallet } from './spare-wallets.ts';

const worlds = new Worlds();
afterAll(() => worlds.close());

const trial = (world: World, startNodes: boolean): Trial => ({ world, target: { capabilities: { startNodes } } }) as unknown as Trial;

/** Uses a wallet that may be a spare one; returns its name. */
async function used(t: Trial, use: (wallet: string) => Promise<unknown> = async () => undefined): Promise<string> {
  let given = '';
  await withSpareWallet(t, async (wallet) => {
    given = wallet;
    expect(await t.world.result('listunspent', { minconf: 0 }, { wallet })).toEqual([]);
    expect(await t.world.result('listlockunspent', {}, { wallet })).toEqual([]);
    const info = await t.world.result('getwalletinfo', {}, { wallet });
    for (const name of ['balance', 'unconfirmed_balance', 'immature_balance', 'paytxfee'] as const)
      expect([name, satoshis(info[name])]).toEqual([name, 0n]);
    await use(wallet);
  });
  return given;
}

async function paid(t: Trial, wallet: string): Promise<string> {
  const address = await t.world.result('getnewaddress', { label: '', address_type: 'bech32' }, { wallet });
  const { txid } = await payFromTrial(t, [{ address, amountSat: 30_000_000n }]);
  await t.world.mine(1);
  return txid;
}

test('on a node that Pyx did not start, a wallet with coins, with change in the pool or with locks is emptied and reused', async (ctx) => {
  const t = trial(await worlds.make(ctx), false);
  const first = await used(t, async (wallet) => {
    await paid(t, wallet);
    await t.world.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(1_000_000n) }, { wallet });
  });
  const locked = async (wallet: string): Promise<Wire> =>
    t.world.result('lockunspent', { unlock: false, transactions: [{ txid: await paid(t, wallet), vout: 0 }] }, { wallet });
  expect(await used(t, locked)).toBe(first);
  await expect(
    used(t, async () => {
      throw new Inapplicable('the node lacks something');
    }),
  ).rejects.toThrow(Inapplicable);
  expect(await used(t)).toBe(first);
  expect(await t.world.leave()).toEqual([]);
  expect(await t.world.result('listwallets', {}, { wallet: null })).toEqual([]);
});

test('a wallet with a fee rate, with an immature coin, or of a failed case is not reused', async (ctx) => {
  const t = trial(await worlds.make(ctx), false);
  const { world } = t;
  const names = [
    await used(t, (wallet) => world.result('settxfee', { amount: '0.0005' }, { wallet })),
    await used(t, async (wallet) => world.mine(1, await world.result('getnewaddress', { label: '', address_type: 'bech32' }, { wallet }))),
  ];
  let failed = '';
  await expect(
    used(t, async (wallet) => {
      failed = wallet;
      throw new Error('the case failed');
    }),
  ).rejects.toThrow('the case failed');
  names.push(failed, await used(t));
  expect(new Set(names).size).toBe(names.length);
  expect(await world.leave()).toEqual([]);
});

test('two concurrent uses get two wallets; on a node that Pyx started each wallet is new and is unloaded afterwards', async (ctx) => {
  const world = await worlds.make(ctx);
  const here = trial(world, false);
  const both: string[] = [];
  await used(here, async (name) => both.push(name, await used(here)));
  expect(new Set(both).size).toBe(2);
  const started = trial(await worlds.make(ctx), true);
  const names = [await used(started), await used(started)];
  expect(new Set(names).size).toBe(2);
  const loaded = await world.result('listwallets', {}, { wallet: null });
  for (const name of names) expect(loaded).not.toContain(name);
  expect([...(await world.leave()), ...(await started.world.leave())]).toEqual([]);
});
