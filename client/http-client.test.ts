import { setImmediate as nextTurn } from 'node:timers/promises';
import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { PROPER, body, send, sendAndReset } from './testing/hostile-answers.ts';
import type { Answer } from './testing/hostile-server.ts';
import { servedClient } from './testing/served-client.ts';
import { createClient } from './http-client.ts';

const served = servedClient();

describe('a call', () => {
  test('is sent as document 1 describes it', async () => {
    await served.client.call('sendtoaddress', ['x', new LosslessNumber('1.00000000'), null]);
    const [request] = served.server.requests;
    expect(request).toMatchObject({ verb: 'POST', path: '/' });
    expect(request!.headers.get('content-type')).toBe('text/plain');
    expect(request!.headers.get('authorization')).toBe(`Basic ${Buffer.from('alice:sésame').toString('base64')}`);
    expect(request!.body).toBe(`{"jsonrpc":"1.0","id":"${request!.id}","method":"sendtoaddress","params":["x",1.00000000,null]}`);
  });

  test('has a unique id and goes to the wallet named in the options', async () => {
    await served.client.call('a', []);
    await served.client.call('b', { named: 1 }, { wallet: 'my wallet/ü' });
    const [first, second] = served.server.requests;
    expect(first!.id).not.toBe(second!.id);
    expect(second!.path).toBe('/wallet/my%20wallet%2F%C3%BC');
    expect(second!.body).toContain('"params":{"named":1}');
  });

  test('returns results without loss', async () => {
    served.server.next(
      body('{"result":{"amount":0.10000000,"big":18446744073709551615},"error":null,"id":"$id"}'),
      body('{"result":null,"error":null,"id":"$id"}'),
    );
    expect(await served.client.call('x', [])).toMatchObject({
      type: 'result',
      result: { amount: new LosslessNumber('0.10000000'), big: new LosslessNumber('18446744073709551615') },
    });
    expect(await served.client.call('x', [])).toMatchObject({ type: 'result', result: null });
  });

  test.each(['200 OK', '400 Bad Request', '404 Not Found', '500 Internal Server Error'])(
    'returns an error of the method with %s',
    async (status) => {
      served.server.next(body('{"result":null,"error":{"code":-8,"message":"bad"},"id":"$id"}', status));
      expect(await served.client.call('x', [])).toMatchObject({
        type: 'error',
        error: { code: -8, message: 'bad' },
        httpStatus: Number(status.slice(0, 3)),
      });
    },
  );

  test('accepts id null from a node that could not read the request', async () => {
    served.server.next(body('{"result":null,"error":{"code":-32700,"message":"Parse error"},"id":null}', '500 No'));
    expect(await served.client.call('x', [])).toMatchObject({ type: 'error', error: { code: -32700 } });
  });
});

describe('an answer', () => {
  /** Sends text in pieces, each after the client has read the previous one: both run in the same event loop. */
  const pieces =
    (...texts: string[]): Answer =>
    async (socket, { id }) => {
      for (const text of texts) {
        socket.write(text.replaceAll('$id', id));
        for (let turn = 0; turn < 3; turn++) await nextTurn();
      }
    };
  const result = (text: string): string => `{"result":"${text}","error":null,"id":"$id"}`;
  const chunked = (text: string): string =>
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${(Buffer.byteLength(text) - 3 + 'pyx-1'.length).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  const plain = (text: string, more = ''): [head: string, body: string] => [
    `HTTP/1.1 200 OK\r\n${more}Content-Length: ${Buffer.byteLength(text) - 3 + 'pyx-1'.length}\r\n\r\n`,
    text,
  ];

  test.each<[string, Answer]>([
    ['its head in one piece and its body in several', pieces(plain(result('é'))[0], '{"result":"é","er', 'ror":null,"id":"$id"}')],
    ['its head in several pieces', pieces('HTTP/1.1 200 ', 'OK\r\nContent-Le', `${plain(result('é'))[0].slice(27)}${result('é')}`)],
    ['chunks for a body', pieces(chunked(result('é')))],
    ['an interim answer before it', pieces(`HTTP/1.1 100 Continue\r\n\r\n${plain(result('é')).join('')}`)],
    [
      'the end of the connection for its end',
      (socket, { id }) => void socket.end(`HTTP/1.1 200 OK\r\n\r\n${result('é').replace('$id', id)}`),
    ],
    ['a header of ten thousand bytes', pieces(plain(result('é'), `X-More: ${'y'.repeat(10_000)}\r\n`).join(''))],
  ])('with %s is an answer like others', async (_, answer) => {
    served.server.next(answer);
    expect(await served.client.call('x', [])).toMatchObject({ type: 'result', result: 'é', httpStatus: 200 });
    expect(await served.client.call('x', [])).toMatchObject({ type: 'result', result: 'alive' });
    expect(served.server.requests).toHaveLength(2);
  });

  test('with connection: close is the last one over its connection', async () => {
    served.server.next(body(PROPER, '200 OK', 'Connection: close'));
    expect(await served.client.call('x', [])).toMatchObject({ type: 'result', result: 'fine' });
    expect(await served.client.call('x', [])).toMatchObject({ type: 'result', result: 'alive' });
    expect(served.server.requests.map((request) => request.connection)).toEqual([1, 2]);
  });
});

describe('a list of calls', () => {
  const calls = [
    { method: 'a', params: [1] },
    { method: 'b', params: [] },
  ];
  /** Answers with a list, made from the ids of the requests. */
  const list =
    (make: (ids: readonly string[]) => string, status = '200 OK'): Answer =>
    (socket, request) => {
      const ids = (JSON.parse(request.body) as { id: string }[]).map(({ id }) => id);
      body(make(ids), status)(socket, request);
    };
  const response = (id: string | undefined, result: string): string => `{"result":${result},"error":null,"id":"${id}"}`;

  test('is sent as one request; its replies are found by their ids, in any order', async () => {
    served.server.next(list(([a, b]) => `[${response(b, '2')},{"result":null,"error":{"code":-8,"message":"bad"},"id":"${a}"}]`));
    expect(await served.client.callList(calls, { wallet: 'w' })).toMatchObject([
      { type: 'error', error: { code: -8 } },
      { type: 'result', result: 2 },
    ]);
    expect(served.server.requests).toHaveLength(1);
    expect(served.server.requests[0]).toMatchObject({ verb: 'POST', path: '/wallet/w' });
    expect(JSON.parse(served.server.requests[0]!.body)).toMatchObject([
      { jsonrpc: '1.0', method: 'a', params: [1] },
      { method: 'b', params: [] },
    ]);
  });

  test.each<[string, Answer]>([
    ['one response for all', body('{"result":null,"error":{"code":-32600,"message":"no lists"},"id":null}', '400 Bad Request')],
    ['a list that is too short', list(([a]) => `[${response(a, '1')}]`)],
    ['a response to another request', list(([a]) => `[${response(a, '1')},${response('other', '2')}]`)],
    ['two responses to one request', list(([a]) => `[${response(a, '1')},${response(a, '2')}]`)],
    ['a status that rules answers out', list(([a, b]) => `[${response(a, '1')},${response(b, '2')}]`, '401 Unauthorized')],
    ['no JSON', body('[nonsense')],
    ['a broken connection', sendAndReset('HTTP/1.1 200 OK\r\n')],
  ])('has no answer when there is %s, and the next call is not the worse for it', async (_, answer) => {
    served.server.next(answer, body(PROPER));
    expect(await served.client.callList(calls)).toBeUndefined();
    expect(await served.client.call('x', [])).toMatchObject({ type: 'result' });
  });
});

describe('raw', () => {
  test('sends the request unchanged over a new connection, and interprets nothing', async () => {
    served.server.next(body('', '302 Found', 'Location: /x', 'X-A: 1', 'X-A: 2'), body('hm', '401 No'));
    expect(await served.client.raw({ verb: 'PUT', path: '/x?y', headers: { 'X-Mine': 'z' }, body: 'text' })).toMatchObject({
      type: 'http',
      status: 302,
      headers: { location: '/x', 'x-a': '1, 2', 'content-length': '0' },
      body: '',
    });
    expect(await served.client.raw({ credentials: null })).toMatchObject({ type: 'http', status: 401, body: 'hm' });
    const [first, second] = served.server.requests;
    expect(first).toMatchObject({ verb: 'PUT', path: '/x?y', body: 'text', connection: 1 });
    expect(first!.headers.get('x-mine')).toBe('z');
    expect(first!.headers.has('content-type')).toBe(false);
    expect(first!.headers.get('authorization')).toMatch(/^Basic /);
    expect(second).toMatchObject({ verb: 'POST', path: '/', connection: 2 });
    expect(second!.headers.has('authorization')).toBe(false);
  });

  test('accepts other credentials, or a given authorization header', async () => {
    await served.client.raw({ credentials: { user: 'bob', password: 'x' } });
    await served.client.raw({ headers: { Authorization: 'Bearer nonsense' } });
    expect(served.server.requests.map((request) => request.headers.get('authorization'))).toEqual([
      `Basic ${Buffer.from('bob:x').toString('base64')}`,
      'Bearer nonsense',
    ]);
  });

  test('returns a fault for an answer that is not HTTP', async () => {
    served.server.next(send('nonsense\r\n'), () => {});
    expect(await served.client.raw({})).toMatchObject({ type: 'fault', fault: { kind: 'headers', evidence: 'standard' } });
    expect(await served.client.raw({}, { timeoutMs: 80 })).toMatchObject({ type: 'fault', fault: { kind: 'timeout' } });
  });

  test('an answer to HEAD announces a length and has no body', async () => {
    served.server.next(send('HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n'));
    expect(await served.client.raw({ verb: 'HEAD' })).toMatchObject({ type: 'http', status: 200, body: '' });
  });
});

describe('options', () => {
  test.each([{ timeoutMs: 0 }, { connections: 1.5 }, { maxBodyBytes: 2 ** 40 }, { maxDepth: 100_000 }])('%o is out of range', (options) => {
    expect(() => createClient({ address: served.server.address, ...options })).toThrow(/must be an integer from 1 to/);
  });

  test('an invalid address is refused', () => {
    expect(() => createClient({ address: 'localhost' })).toThrow('give http://host:port');
  });
});
