import { afterEach, beforeEach, expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { RemoteTarget } from '../fixtures/targets/remote-target.ts';
import type { RunningNode, Target } from '../fixtures/targets/types.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import { nodeClock } from '../fixtures/world/node-clock.ts';
import { neutralNames } from '../specs/model/names.ts';
import { specification } from '../specs/model/specification.ts';
import type { Wire } from '../specs/model/wire.ts';
import { ChainGuard } from './chain-guard.ts';
import { Session } from './session.ts';
import { readTargetFile } from './target-file.ts';

const HOUR_S = 3_600;
const OWNERS = 'owners';

let owner: Target;
let node: RunningNode;
let remote: RemoteTarget;

beforeEach(async () => {
  owner = openEmbeddedTarget();
  owner.setStartOptions(readTargetFile('coind').startOptions ?? []); // the key of the sporks
  node = await owner.start('default');
  remote = new RemoteTarget({ address: node.client.address, credentials: node.credentials });
});
afterEach(async () => {
  await remote.close();
  await owner.close();
});

const ask = async <T = Wire>(method: string, params: Wire[] = [], wallet?: string): Promise<T> => {
  const reply = await node.client.call(method, params, wallet === undefined ? {} : { wallet });
  if (reply.type !== 'result') throw new Error(`${method}: ${JSON.stringify(reply)}`);
  return reply.result as T;
};

const open = async (restoreChain: boolean): Promise<Session> =>
  Session.open(
    {
      target: remote,
      guard: new ChainGuard('regtest', false),
      specification,
      names: neutralNames,
      definitions: ingredients,
      secrets: new Secrets(),
      seed: 7,
      restoreChain,
    },
    'default',
  );

/** A wallet of the node's owner with mature coins, and a chain of two payments in the mempool. Returns their txids. */
async function beOwned(): Promise<string[]> {
  await ask('createwallet', [OWNERS]);
  const address = await ask('getnewaddress', [], OWNERS);
  await ask('generatetoaddress', [101, address]);
  const all = await ask('getbalance', [], OWNERS);
  const txids: string[] = [];
  for (const rest of [0.1, 0.2]) {
    txids.push(await ask<string>('sendtoaddress', [address, Number(all) - rest, '', '', true], OWNERS));
  }
  return txids.sort();
}

const state = async (): Promise<unknown> => ({
  tip: await ask('getbestblockhash'),
  mempool: (await ask<string[]>('getrawmempool')).sort(),
  wallets: await ask('listwallets'),
  bans: await ask('listbanned'),
  network: (await ask<{ networkactive: boolean }>('getnetworkinfo')).networkactive,
  sporks: await ask('spork', ['show']),
  balance: await ask('getbalance', [], OWNERS),
});

test('a session takes its blocks off the chain of a running node, and sends again what was in the mempool', async () => {
  const txids = await beOwned();
  const before = await state();
  expect(before).toMatchObject({ mempool: txids });
  const session = await open(true);
  expect(session.foundHeight).toBe(101);
  const { world } = session;
  await world.use('confirmedSend');
  await world.use('staleBlock');
  await world.mine(20); // more than a node returns the transactions of
  await world.use('walletUnconfirmedSend');
  expect(await ask('getblockcount')).toBeGreaterThan(230);
  expect(await session.close()).toEqual([]);
  expect(await state()).toEqual(before);
  expect(session.remains().blocks).toBe(0);
  expect(session.remains().toText()).toMatch(
    /^\d+ blocks that were mined and taken off the chain again \(invalidateblock\), and the files of/,
  );
  // The chain goes on from there, with the same subsidy.
  const [hash] = await ask<string[]>('generatetoaddress', [1, await ask('getnewaddress', [], OWNERS)]);
  expect(await ask('getblock', [hash as string])).toMatchObject({ height: 102, tx: expect.arrayContaining(txids) });
});

test('a session whose chain is not restored leaves its blocks, and names them', async () => {
  const session = await open(false);
  expect(session.foundHeight).toBeUndefined();
  await session.world.mine(2);
  expect(await session.close()).toEqual([]);
  expect(await ask('getblockcount')).toBe(2);
  expect(session.remains().toText()).toContain('2 blocks that were mined, and the files of');
});

test('the blocks stay if others have mined on them, with the reason', async () => {
  await beOwned();
  const session = await open(true);
  await session.world.mine(1);
  const [others = ''] = await ask<string[]>('generatetoaddress', [1, await ask('getnewaddress', [], OWNERS)]);
  expect(await session.close()).toEqual([`the blocks that were mined: others have added 1 of the 2 blocks since, such as ${others}`]);
  expect(await ask('getblockcount')).toBe(103);
  expect(session.remains().blocks).toBe(1);
});

test('bans, the network and sporks are as they were, also if a case could not restore them', async () => {
  await beOwned();
  await ask('setban', ['203.0.113.1', 'add', 86_400]);
  await ask('setnetworkactive', [false]);
  const before = await state();
  const session = await open(true);
  await ask('clearbanned');
  await ask('setban', ['192.0.2.7', 'add', 600]);
  await ask('setnetworkactive', [true]);
  const [name = ''] = Object.keys(await ask<{ [name: string]: number }>('spork', ['show']));
  await ask('setspork', [name, 4_000_000_001]);
  expect(await session.close()).toEqual([]);
  const after = (await state()) as { bans: readonly { address: string }[] };
  expect(after.bans.map(({ address }) => address)).toEqual(['203.0.113.1/32']);
  expect({ ...after, bans: [] }).toEqual({ ...(before as object), bans: [] });
});

test('a clock that was set is put back without blocks that the node would not accept', async () => {
  const session = await open(true);
  const { world } = session;
  await world.mine(3);
  const clock = nodeClock.of(world);
  const nowS = Math.floor(Date.now() / 1000);
  await clock.set(nowS + HOUR_S);
  await world.mine(1);
  const near = await ask('getbestblockhash');
  await clock.set(nowS + 24 * HOUR_S);
  await world.mine(20);
  await clock.putBack();
  // The block that is an hour ahead stays.
  expect(await ask('getbestblockhash')).toBe(near);
  await world.mine(20);
  expect(await ask('getblockcount')).toBe(24);
  await clock.set(nowS + 24 * HOUR_S);
  await world.mine(1);
  expect(await session.close()).toEqual([]); // puts the clock back too
  expect(await ask('getblockcount')).toBe(0);
  const { time } = await ask<{ time: number }>('getblockheader', [
    (await ask<string[]>('generatetoaddress', [1, await someAddress()]))[0]!,
  ]);
  expect(Math.abs(time - nowS)).toBeLessThan(HOUR_S);
});

async function someAddress(): Promise<Wire> {
  await ask('createwallet', ['another']);
  return ask('getnewaddress', [], 'another');
}
