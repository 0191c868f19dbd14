import { afterAll, beforeAll, expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import type { Reply } from '../client/types.ts';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import { isUnspent } from '../fixtures/world/ingredients/coin-pool.ts';
import { neutralNames } from '../specs/model/names.ts';
import { specification } from '../specs/model/specification.ts';
import { ChainGuard } from './chain-guard.ts';
import { SessionNodes } from './session-nodes.ts';
import { Session } from './session.ts';
import { fakeDefinitions, fakeSpecification, FakeTarget, result, timedOut } from './testing/fakes.ts';

let target: Target;
beforeAll(() => {
  target = openEmbeddedTarget();
});
afterAll(() => target.close());

const options = (): Parameters<typeof Session.open>[0] => ({
  target,
  guard: new ChainGuard('regtest', false),
  specification,
  names: neutralNames,
  definitions: ingredients,
  secrets: new Secrets(),
  seed: 7,
});

test('after a restore, the same things are made again, and what was taken can be taken again', async () => {
  const session = await Session.open(options(), 'default');
  await session.world.use('confirmedSend');
  await session.world.fresh('spendable');
  const moment = await session.moment();
  const height = await session.world.result('getblockcount');

  /** What a case with this id makes in the world. */
  const tried = async (): Promise<unknown> => {
    const world = session.world.at('a case');
    const coin = await world.fresh('spendable');
    expect(await isUnspent(world, coin)).toBe(true);
    const wallet = await world.fresh('secondWallet');
    const payment = await world.use('walletUnconfirmedSend');
    const { address } = await world.use('labelled');
    await world.mine(2);
    for (let i = 0; i < 12; i++) await world.fresh('spendable'); // more than are ready
    return [coin, wallet, address, payment.txid, world.unused('name')];
  };
  const first = await tried();
  expect(await session.world.result('getblockcount')).toBeGreaterThan(height);
  for (let time = 0; time < 2; time++) {
    await session.restore(moment);
    expect(await session.world.result('getblockcount')).toBe(height);
    expect(await session.world.result('getrawmempool')).toEqual([]);
    expect(await tried()).toEqual(first);
  }
  await session.close();
});

test('the peer of a world is restored with it, receives nothing of the abandoned state, and is stopped with it', async () => {
  const session = await Session.open(options(), 'peers');
  await session.world.use('funds');
  const { node: peer } = await session.world.use('peer');
  const height = async (): Promise<unknown> => ((await peer.client.call('getblockcount', [])) as { result: unknown }).result;
  const synchronised = async (): Promise<void> => {
    await expect.poll(async () => height(), { timeout: 10_000 }).toEqual(await session.world.result('getblockcount'));
  };
  await synchronised();
  const moment = await session.moment();
  const before = await session.world.result('getblockcount');
  for (let time = 0; time < 2; time++) {
    await session.world.mine(5);
    await synchronised();
    await session.restore(moment);
    expect([await session.world.result('getblockcount'), await height()]).toEqual([before, before]);
    expect(await session.world.result('getnetworkinfo')).toMatchObject({ networkactive: true });
    expect((await session.world.use('peer')).node).toBe(peer); // connected again
    expect([await session.world.result('getblockcount'), await height()]).toEqual([before, before]);
  }
  await session.close();
  expect([session.node.alive(), peer.alive()]).toEqual([false, false]);
});

test('a node that the world has started since is stopped', async () => {
  const session = await Session.open(options(), 'peers');
  const moment = await session.moment();
  const { node: peer } = await session.world.use('peer');
  await session.restore(moment);
  expect(peer.alive()).toBe(false);
  expect((await session.world.use('peer')).node).not.toBe(peer);
  await session.close();
});

test('what remains on a node that Pyx did not start is named: blocks and wallets', async () => {
  let blocks = 0;
  const found = new FakeTarget((method) => {
    if (method === 'createwallet') return result({ name: 'pyx-a', warning: '' });
    return method === 'generatetoaddress' ? result([`${blocks++}`, `${blocks++}`]) : result([]);
  }, false);
  const session = await Session.open({ ...options(), target: found }, 'default', new SessionNodes(found, await found.start('default')));
  expect(session.remains().toText()).toBeUndefined();
  const { service } = session.world;
  await service.call('createwallet', { wallet_name: 'pyx-a' });
  await service.call('generatetoaddress', [2, 'address']);
  await service.call('generatetoaddress', [2, 'address']);
  expect(session.remains().toText()).toBe('4 blocks that were mined, and the files of a wallet, unloaded (pyx-a)');
});

const wrongId: Reply = {
  type: 'fault',
  durationMs: 0,
  fault: { kind: 'foreign-id', evidence: 'standard', source: 's', message: 'another id' },
};

test.each([
  ['no longer answers is asked once, and nothing is cleaned up on it', timedOut, ['getblockcount']],
  ['answers wrongly is cleaned up', wrongId, ['getblockcount', 'setthing', 'setthing', 'setthing']],
] as const)('a running node that %s', async (_what, later, asked) => {
  let hangs = false;
  const remote = new FakeTarget(() => (hangs ? later : result({ chain: 'regtest' })), false);
  const guard = new ChainGuard('regtest', false);
  const session = await Session.open(
    { ...options(), target: remote, guard, specification: fakeSpecification, definitions: fakeDefinitions({}) },
    'default',
  );
  const cleanUp = async (): Promise<void> => void (await session.world.service.call('setthing'));
  for (let time = 0; time < 3; time++) session.world.onLeave(cleanUp);
  hangs = true;
  const node = remote.nodes[0]!;
  const before = node.called.length;
  const left = asked.length > 1 ? [] : ['everything made by the run on http://127.0.0.1:1: the node does not answer: no answer came'];
  expect(await session.close()).toEqual(left);
  expect(node.called.slice(before).map(({ method }) => method)).toEqual(asked);
});
