import { describe, expect, test } from 'vitest';
import { body } from './testing/hostile-answers.ts';
import { servedClient } from './testing/served-client.ts';

const served = servedClient({ jsonrpc: '2.0' });
const named = servedClient({ jsonrpc: '2.0', params: (_, params) => ({ first: (params as readonly number[])[0] ?? null }) });

const result = body('{"jsonrpc":"2.0","result":1,"id":"$id"}');

describe('a call of JSON-RPC 2.0', () => {
  test('has no params if it has no arguments, and no path of a wallet', async () => {
    served.server.next(result, result, result);
    expect(await served.client.call('x', [], { wallet: 'w' })).toMatchObject({ type: 'result', result: 1 });
    await served.client.call('x', {});
    await served.client.call('x', [0]);
    const [first, second, third] = served.server.requests;
    expect([first!.path, first!.headers.get('content-type')]).toEqual(['/', 'application/json']);
    expect(first!.body).toBe(`{"jsonrpc":"2.0","id":"${first!.id}","method":"x"}`);
    expect(second!.body).toBe(`{"jsonrpc":"2.0","id":"${second!.id}","method":"x"}`);
    expect(third!.body).toBe(`{"jsonrpc":"2.0","id":"${third!.id}","method":"x","params":[0]}`);
  });

  test('has the params that its form makes of them, in a list too', async () => {
    named.server.next(result, body('[]'));
    await named.client.call('x', [7]);
    expect(await named.client.callList([{ method: 'x', params: [8] }])).toBeUndefined();
    const [one, list] = named.server.requests;
    expect(JSON.parse(one!.body)).toMatchObject({ params: { first: 7 } });
    expect(JSON.parse(list!.body)).toMatchObject([{ jsonrpc: '2.0', params: { first: 8 } }]);
  });

  test.each(['200 OK', '400 Bad Request', '404 Not Found', '500 Internal Server Error'])('returns an error with %s', async (status) => {
    served.server.next(body('{"jsonrpc":"2.0","error":{"code":-8,"message":"bad"},"id":"$id"}', status));
    expect(await served.client.call('x', [])).toMatchObject({ type: 'error', error: { code: -8, message: 'bad' } });
  });

  test('is not answered by an answer of 1.0', async () => {
    served.server.next(body('{"result":1,"error":null,"id":"$id"}'));
    expect(await served.client.call('x', [])).toMatchObject({ type: 'fault', fault: { kind: 'not-an-envelope' } });
  });
});
