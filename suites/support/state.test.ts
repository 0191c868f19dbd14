import { expect, test } from 'vitest';
import type { Wire } from '../../specs/model/wire.ts';
import type { Effect } from '../../specs/model/types.ts';
import { specification } from '../../specs/model/specification.ts';
import { FakeTarget, refused, result, runOptions } from '../../engine/testing/fakes.ts';
import { Session } from '../../engine/session.ts';
import { stateOf } from './state.ts';

/** The answers of a node to the probes; it refuses all other calls. */
const answers: { [method: string]: Wire } = {
  getbestblockhash: 'aa',
  getrawmempool: ['2', '1'],
  listlockunspent: [],
  listlabels: [''],
  listbanned: [],
  getaddednodeinfo: [],
  listwallets: ['w'],
  getwalletinfo: { balance: 1, txcount: 2, keypoolsize: 10 },
  getnetworkinfo: { networkactive: true, connections: 3 },
};

async function open(own: typeof answers = {}): Promise<{ session: Session; target: FakeTarget; node: typeof answers }> {
  const node = { ...answers, ...own };
  const target = new FakeTarget((method) => (node[method] === undefined ? refused(-32601, 'no') : result(node[method])));
  return { session: await Session.open(runOptions(target, { specification }), 'default'), target, node };
}

const none = (): boolean => false;
const read = async (session: Session, ...effects: Effect[]): Promise<string[]> => [...(await stateOf(session.world, effects, none)).keys()];

test('reads the state that a method may change', async () => {
  const { session } = await open();
  expect(await read(session, 'read')).toEqual(['getbestblockhash', 'getrawmempool']);
  expect(await read(session, 'wallet')).toEqual(['getbestblockhash', 'getrawmempool', 'getwalletinfo', 'listlockunspent', 'listlabels']);
  expect(await read(session, 'network')).toEqual(['listbanned', 'getaddednodeinfo', 'getnetworkinfo']);
  expect(await read(session, 'process', 'read')).toEqual(['getbestblockhash', 'getrawmempool', 'listwallets']);
});

test('omits methods that the target does not have', async () => {
  const { session, target } = await open();
  await stateOf(session.world, ['wallet'], (method) => method === 'listlabels');
  expect(target.nodes[0]?.called.map(({ method }) => method)).not.toContain('listlabels');
});

test('a change is detected; another order, or a figure that changes by itself, is not a change', async () => {
  const { session, node } = await open();
  const before = await stateOf(session.world, ['wallet', 'network'], none);
  node['getrawmempool'] = ['1', '2'];
  node['getwalletinfo'] = { balance: 1, txcount: 2, keypoolsize: 9 };
  node['getnetworkinfo'] = { networkactive: true, connections: 4 };
  expect(await stateOf(session.world, ['wallet', 'network'], none)).toEqual(before);
  node['listlockunspent'] = [{ txid: 'x', vout: 0 }];
  node['getnetworkinfo'] = { networkactive: false, connections: 4 };
  const after = await stateOf(session.world, ['wallet', 'network'], none);
  expect([...after].filter(([probe, text]) => before.get(probe) !== text).map(([probe]) => probe)).toEqual([
    'listlockunspent',
    'getnetworkinfo',
  ]);
});

test('the state is read in one exchange if the node answers batches, with the same result if it does not', async () => {
  const asked: string[][] = [];
  const { session, target } = await open();
  const { client } = session.node;
  const callList = client.callList.bind(client);
  const lists = (answering: boolean) =>
    Object.assign(client, {
      callList: (calls: Parameters<typeof callList>[0]) => {
        asked.push(calls.map(({ method }) => method));
        return answering ? callList(calls) : Promise.resolve(undefined);
      },
    });
  lists(true);
  const listed = await stateOf(session.world, ['wallet'], none);
  expect(asked).toEqual([['getbestblockhash', 'getrawmempool', 'getwalletinfo', 'listlockunspent', 'listlabels']]);
  lists(false);
  expect(await stateOf(session.world, ['wallet'], none)).toEqual(listed);
  const before = target.nodes[0]?.called.length ?? 0;
  expect(await stateOf(session.world, ['wallet'], none)).toEqual(listed);
  expect(asked).toHaveLength(2); // no further batch for a node that does not answer batches
  expect(target.nodes[0]?.called.slice(before).map(({ method }) => method)).toEqual(asked[0]);
});

test('a call that is refused in a batch is repeated alone', async () => {
  const { session } = await open();
  const { client } = session.node;
  const callList = client.callList.bind(client);
  Object.assign(client, {
    callList: async (calls: Parameters<typeof callList>[0]) =>
      (await callList(calls))?.map((reply, index) => (index === 1 ? refused(-32601, 'not by this path') : reply)),
  });
  expect((await stateOf(session.world, ['read'], none)).get('getrawmempool')).toBe('["\\"1\\"","\\"2\\""]');
});

test('in a read-only run a batch contains only reading calls', async () => {
  const target = new FakeTarget(() => result(1));
  const { world } = await Session.open(runOptions(target, { specification, readOnly: true }), 'default');
  await expect(world.results([{ method: 'getblockcount' }, { method: 'clearbanned' }])).rejects.toThrow(/^read-only: clearbanned/);
  expect(target.nodes[0]?.called).toEqual([]);
});

test('a call with another effect than read is not batched, since a call without an answer is repeated', async () => {
  const { session, target } = await open();
  await expect(session.world.results([{ method: 'getblockcount' }, { method: 'clearbanned' }])).rejects.toThrow(
    'clearbanned has effects other than read',
  );
  expect(target.nodes[0]?.called).toEqual([]);
});
