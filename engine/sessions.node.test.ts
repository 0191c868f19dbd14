import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from '../client/wire-json.ts';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import type { ProfileName, RunningNode, Target } from '../fixtures/targets/types.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import { Service } from '../fixtures/world/service.ts';
import { neutralNames } from '../specs/model/names.ts';
import { specification } from '../specs/model/specification.ts';
import { Session } from './session.ts';
import { Sessions } from './sessions.ts';
import { runOptions } from './testing/fakes.ts';

let target: Target;
beforeAll(() => {
  target = openEmbeddedTarget();
});
afterAll(() => target.close());

const JOBS = 2;
const sessionsOf = (keepsNodes = true): Sessions =>
  new Sessions({ ...runOptions(target, { specification, definitions: ingredients, jobs: JOBS }), keepsNodes });

async function opened(sessions: Sessions, profile: ProfileName = 'default'): Promise<Session> {
  const session = await sessions.open(profile);
  if (!(session instanceof Session)) throw new Error(session.reason);
  return session;
}

/** They tell of the process and of the present, which a restore does not change, or draw. */
const GOES_ON = ['uptime', 'getnettotals', 'getmemoryinfo', 'getblocktemplate', 'getinfo', 'mnsync', 'masternode genkey'];
const READS = specification.documented
  .filter(
    ({ id, params, variants }) =>
      !GOES_ON.includes(id) && params.every(({ required }) => !required) && variants[0]?.effect.includes('read'),
  )
  .map(({ id }) => id);

/** What the methods that need no arguments answer. */
async function stateOf(node: RunningNode): Promise<string[]> {
  const service = new Service(node.client, specification, neutralNames);
  const texts: string[] = [];
  for (const method of READS) {
    const reply = await service.call(method);
    texts.push(
      `${method}: ${reply.type === 'result' ? stringify(reply.result) : reply.type === 'error' ? reply.error.code : reply.fault.message}`,
    );
  }
  return texts;
}

/** Changes the chain, the pool, wallets, the network, the clock and files, with a second node that is connected. */
async function used(session: Session): Promise<RunningNode> {
  const { world, node } = session;
  const { node: peer } = await world.use('peer');
  await world.use('confirmedSend');
  await world.use('unconfirmedSend');
  await world.use('token');
  await world.result('setban', { subnet: '192.0.2.1', command: 'add' });
  await world.result('setmocktime', { timestamp: 2_000_000_000 });
  await world.result('createwallet', { wallet_name: 'left' });
  await world.result('dumpwallet', { filename: join(node.scratchDir as string, 'dump') }, { wallet: 'left' });
  await expect.poll(async () => (await peer.client.call('getblockcount', [])).type).toBe('result');
  return peer;
}

test('the nodes of a closed session serve the next one of their profile, with the state of their start', async () => {
  const sessions = sessionsOf();
  const first = await opened(sessions, 'peers');
  const before = await stateOf(first.node);
  const peer = await used(first);
  expect(await stateOf(first.node)).not.toEqual(before);
  await sessions.close(first);

  const second = await opened(sessions, 'peers');
  expect(second.node.name).toBe(first.node.name);
  expect(await stateOf(second.node)).toEqual(before);
  expect(await readdir(second.node.scratchDir as string)).toEqual([]);
  expect(second.world.nodes).toEqual([]);
  expect((await second.world.use('peer')).node).toBe(peer);
  expect(peer.alive()).toBe(true);
  await sessions.close(second);
  await sessions.stopKept();
  expect([second.node.alive(), peer.alive()]).toEqual([false, false]);
});

test('a failure is confirmed on a node that no session had', async () => {
  const sessions = sessionsOf();
  const first = await opened(sessions);
  await sessions.close(first);
  const confirming = await sessions.openToConfirm('default');
  expect(confirming instanceof Session && confirming.node.name).not.toBe(first.node.name);
  if (confirming instanceof Session) await sessions.close(confirming);
  await sessions.stopKept();
});

test.each([
  ['that was started again', async ({ node }: Session) => node.restart()],
  ['that has ended', async ({ node }: Session) => void (await node.client.call('stop', []), await node.ended)],
  ['that a case has spoiled', async (session: Session) => void (session.spoiled = true)],
  ['that no longer answered', async (session: Session) => void (session.lost = true)],
])('a node %s serves no other session', async (_what, use) => {
  const sessions = sessionsOf();
  const first = await opened(sessions);
  await use(first);
  await sessions.close(first);
  const second = await opened(sessions);
  expect(second.node.name).not.toBe(first.node.name);
  expect(await stateOf(second.node)).toContain('getblockcount: 0');
  await sessions.close(second);
  await sessions.stopKept();
  expect([first.node.alive(), second.node.alive()]).toEqual([false, false]);
});

test('a node that ends while it is kept is replaced', async () => {
  const sessions = sessionsOf();
  const first = await opened(sessions);
  await sessions.close(first);
  await first.node.client.call('stop', []);
  await first.node.ended;
  const second = await opened(sessions);
  expect([first.node.alive(), second.node.alive()]).toEqual([false, true]);
  await sessions.close(second);
  await sessions.stopKept();
});

test('whoever restores nodes itself gets new ones', async () => {
  const sessions = sessionsOf(false);
  const first = await opened(sessions);
  await sessions.close(first);
  expect(first.node.alive()).toBe(false);
  const second = await opened(sessions);
  expect(second.node.name).not.toBe(first.node.name);
  await sessions.close(second);
});

test('no more nodes are kept than jobs', async () => {
  const sessions = sessionsOf();
  const profiles = ['default', 'no-txindex', 'bantime'] as const;
  const all: Session[] = [];
  for (const profile of profiles) {
    const session = await opened(sessions, profile);
    all.push(session);
    await sessions.close(session);
  }
  expect(all.map(({ node }) => node.alive())).toEqual([false, true, true]);
  await sessions.stopKept();
});
