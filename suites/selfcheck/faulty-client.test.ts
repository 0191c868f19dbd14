import { describe, expect, test } from 'vitest';
import type { CallOptions, Client, Params, Reply } from '../../client/types.ts';
import { stringify } from '../../client/wire-json.ts';
import { neutralNames } from '../../specs/model/names.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { FaultyClient } from './faulty-client.ts';
import { errorReply, resultReply } from './testing/planted.ts';
import type { SeenCall } from './types.ts';

/** A node that answers by a function, and what it received: `getblock ["00",1] @wallet`. */
function fakeNode(answer: (method: string, params: Params) => Reply): { client: Client; received: string[]; lists: number } {
  const received: string[] = [];
  const node = { received, lists: 0 } as { client: Client; received: string[]; lists: number };
  const call = async (method: string, params: Params, options?: CallOptions): Promise<Reply> => {
    received.push(`${method} ${stringify(params as Wire)}${options?.wallet === undefined ? '' : ` @${options.wallet}`}`);
    return answer(method, params);
  };
  node.client = {
    address: 'http://127.0.0.1:1',
    lost: 3,
    call,
    callList: async (calls, options) => {
      node.lists++;
      return Promise.all(calls.map(({ method, params }) => call(method, params, options)));
    },
    raw: () => Promise.resolve({ type: 'http', status: 200, headers: {}, body: 'raw', durationMs: 1 }),
    close: () => {
      received.push('closed');
    },
  };
  return node;
}

const faulty = (client: Client, names = neutralNames): FaultyClient => new FaultyClient(client, { specification, names });
const counting = (): ReturnType<typeof fakeNode> => {
  let count = 0;
  return fakeNode(() => resultReply(++count));
};

describe('without a fault', () => {
  test('everything passes unchanged', async () => {
    const node = counting();
    const client = faulty(node.client);
    expect(await client.call('getblock', ['00', 1], { wallet: 'w' })).toEqual(resultReply(1));
    expect(await client.callList([{ method: 'getblockcount', params: [] }])).toEqual([resultReply(2)]);
    expect(await client.raw({ body: '{}' })).toMatchObject({ body: 'raw' });
    client.close();
    expect(node).toMatchObject({ received: ['getblock ["00",1] @w', 'getblockcount []', 'closed'], lists: 1 });
    expect(client).toMatchObject({ address: 'http://127.0.0.1:1', lost: 3, applied: 0 });
  });
});

describe('a fault that forwards another call', () => {
  test('changes arguments and wallet, and is counted', async () => {
    const node = counting();
    const client = faulty(node.client);
    client.plant({ forward: (call) => ({ ...call, params: call.params.slice(0, 1), wallet: 'other' }) });
    await client.call('getblock', ['00', 1], { wallet: 'w' });
    expect(node.received).toEqual(['getblock ["00"] @other']);
    expect(client.applied).toBe(1);
  });

  test('is not counted where it changes nothing', async () => {
    const client = faulty(counting().client);
    client.plant({ forward: (call) => ({ ...call, params: call.params.slice(0, 1) }) });
    await client.call('getblock', ['00']);
    expect(client.applied).toBe(0);
  });
});

describe('a fault that alters the answer', () => {
  test('returns it in place of the node’s own, and counts it only if it differs', async () => {
    const client = faulty(counting().client);
    client.plant({ answer: (reply) => (reply.type === 'result' && reply.result === 2 ? { ...reply, result: 99 } : reply) });
    const results: unknown[] = [];
    for (let call = 0; call < 3; call++) results.push(await client.call('getblockcount', []));
    expect(results).toMatchObject([{ result: 1 }, { result: 99 }, { result: 3 }]);
    expect(client.applied).toBe(1);
  });

  test('is counted when only the order of members differs', async () => {
    const client = faulty(fakeNode(() => resultReply({ a: 1, b: 2 })).client);
    client.plant({ answer: (reply) => (reply.type === 'result' ? { ...reply, result: { b: 2, a: 1 } } : undefined) });
    await client.call('getmempoolinfo', []);
    // The order of members is part of the text that a node sends.
    expect(client.applied).toBe(1);
  });

  test('can ask the node', async () => {
    const node = counting();
    const client = faulty(node.client);
    client.plant({ answer: (_, call, ask) => ask(call.id, ['11'], 'w2') });
    expect(await client.call('getblockhash', [5])).toMatchObject({ result: 2 });
    expect(node.received).toEqual(['getblockhash [5]', 'getblockhash ["11"] @w2']);
  });

  test('sees errors, and can change their code', async () => {
    const client = faulty(fakeNode(() => errorReply(-5, 'no')).client);
    client.plant({ answer: (reply) => (reply.type === 'error' ? { ...reply, error: { ...reply.error, code: -6 } } : undefined) });
    expect(await client.call('getblock', ['00'])).toMatchObject({ type: 'error', error: { code: -6, message: 'no' } });
    expect(client.applied).toBe(1);
  });
});

test('a fault that answers instead of the node leaves the node untouched', async () => {
  const node = counting();
  const client = faulty(node.client);
  client.plant({ instead: ({ id }) => (id === 'settxfee' ? resultReply(true) : undefined) });
  expect(await client.call('settxfee', [1])).toMatchObject({ result: true });
  expect(await client.call('getblockcount', [])).toMatchObject({ result: 1 });
  expect(node.received).toEqual(['getblockcount []']);
  expect(client.applied).toBe(1);
});

test('a repeated call is made twice, and answered as at first', async () => {
  const node = counting();
  const client = faulty(node.client);
  client.plant({ repeat: true });
  expect(await client.call('getnewaddress', ['x'])).toMatchObject({ result: 1 });
  expect(node.received).toEqual(['getnewaddress ["x"]', 'getnewaddress ["x"]']);
  expect(client.applied).toBe(1);
});

test('a late answer is a timeout after the limit of the call, and the node has executed it', async () => {
  const node = counting();
  const client = faulty(node.client);
  client.plant({ late: true });
  expect(await client.call('getblockcount', [], { timeoutMs: 1_500 })).toMatchObject({
    type: 'fault',
    fault: { kind: 'timeout', evidence: 'health', source: 'no complete answer within 1,500 ms' },
    durationMs: 1_500,
  });
  expect(node.received).toEqual(['getblockcount []']);
});

test('the calls of a list are altered one by one', async () => {
  const node = counting();
  const client = faulty(node.client);
  client.plant({ answer: (reply, { id }) => (id === 'getblockcount' && reply.type === 'result' ? { ...reply, result: 0 } : undefined) });
  const replies = await client.callList([
    { method: 'getblockcount', params: [] },
    { method: 'getdifficulty', params: [] },
  ]);
  expect(replies).toMatchObject([{ result: 0 }, { result: 2 }]);
  expect(node.lists).toBe(0);
});

test('a fault sees and writes neutral names on a node with names of its own', async () => {
  const node = fakeNode(() => resultReply({ bar_sync_status: 'synced', blocks: 1 }));
  const client = faulty(node.client, { coin: 'acme', ext: 'foo', extclient: 'bar' });
  const calls: SeenCall[] = [];
  client.plant({
    answer: (reply, call) => {
      calls.push(call);
      return reply.type === 'result'
        ? { ...reply, result: { ...(reply.result as object), extclient_sync_status: 'syncing' } as Wire }
        : undefined;
    },
  });
  expect(await client.call('getblockchaininfo', [])).toMatchObject({ result: { bar_sync_status: 'syncing', blocks: 1 } });
  await client.call('acmelistreceivedbyaddress', []);
  expect(calls.map(({ id }) => id)).toEqual(['getblockchaininfo', 'coinlistreceivedbyaddress']);
  expect(node.received).toEqual(['getblockchaininfo []', 'acmelistreceivedbyaddress []']);
});

test('the prefix of a subcommand is part of its id', async () => {
  const node = counting();
  const client = faulty(node.client);
  const seen: SeenCall[] = [];
  client.plant({
    forward: (call) => {
      seen.push(call);
      return call.params.length > 0 ? { ...call, params: ['bb'] } : undefined;
    },
  });
  await client.call('gobject', ['get', 'aa']);
  expect(seen).toEqual([{ id: 'gobject get', params: ['aa'], wallet: undefined }]);
  expect(node.received).toEqual(['gobject ["get","bb"]']);
});

test.each([
  ['a method beyond the documents', 'generatetoaddress', [1, 'x']],
  ['named arguments', 'getblock', { blockhash: '00' }],
  ['an unknown subcommand', 'gobject', ['unheard-of']],
] as const)('%s pass unchanged', async (_, method, params) => {
  const node = counting();
  const client = faulty(node.client);
  client.plant({ answer: () => resultReply('altered') });
  expect(await client.call(method, params as unknown as Params)).toEqual(resultReply(1));
  expect(client.applied).toBe(0);
});

test('a cleared fault no longer applies, and its number of changes remains', async () => {
  const client = faulty(counting().client);
  client.plant({ answer: () => resultReply('altered') });
  await client.call('getblockcount', []);
  client.clear();
  expect(await client.call('getblockcount', [])).toEqual(resultReply(2));
  expect(client.applied).toBe(1);
  client.plant({});
  expect(client.applied).toBe(0);
});

test('a fault of one method leaves the calls of others', async () => {
  const node = counting();
  const client = faulty(node.client);
  client.plant({ only: 'getnewaddress', repeat: true });
  await client.call('getblockcount', []);
  expect(client.applied).toBe(0);
  await client.call('getnewaddress', []);
  expect(node.received).toEqual(['getblockcount []', 'getnewaddress []', 'getnewaddress []']);
  expect(client.applied).toBe(1);
});

describe('the calls that a client has seen', () => {
  test('have neutral names, and the answers that the caller received', async () => {
    const node = fakeNode(() => resultReply({ bar_sync_status: 'synced' }));
    const client = faulty(node.client, { coin: 'acme', ext: 'foo', extclient: 'bar' });
    const noted: (readonly [SeenCall, Reply])[] = [];
    client.onCall = (call, reply) => noted.push([call, reply]);
    await client.call('getblockchaininfo', [], { wallet: 'w' });
    await client.callList([{ method: 'getblock', params: ['00'] }]);
    client.plant({ answer: (reply) => (reply.type === 'result' ? { ...reply, result: null } : undefined) });
    await client.call('getblockcount', []);
    await client.call('generatetoaddress', [1, 'x']);
    expect(noted).toMatchObject([
      [{ id: 'getblockchaininfo', params: [], wallet: 'w' }, { result: { extclient_sync_status: 'synced' } }],
      [{ id: 'getblock', params: ['00'] }, { type: 'result' }],
      [{ id: 'getblockcount' }, { result: null }],
    ]);
  });

  test('do not include those of a pause, which no fault alters', async () => {
    const node = counting();
    const client = faulty(node.client);
    const noted: SeenCall[] = [];
    client.onCall = (call) => noted.push(call);
    client.plant({ answer: () => resultReply('altered') });
    client.isPaused = () => true;
    expect(await client.call('getblockcount', [])).toEqual(resultReply(1));
    expect(await client.callList([{ method: 'getblockcount', params: [] }])).toEqual([resultReply(2)]);
    expect([noted, client.applied]).toEqual([[], 0]);
    client.isPaused = () => false;
    expect(await client.call('getblockcount', [])).toMatchObject({ result: 'altered' });
    expect(noted).toHaveLength(1);
  });
});
