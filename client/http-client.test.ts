import { setImmediate as nextTurn } from 'node:timers/promises';
import { LosslessNumber } from 'lossless-json';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PROPER, body, send, sendAndClose, sendAndReset } from './testing/hostile-answers.ts';
import { HostileServer, http } from './testing/hostile-server.ts';
import type { Answer } from './testing/hostile-server.ts';
import { createClient } from './http-client.ts';
import type { Client } from './types.ts';

let server: HostileServer;
let client: Client;

beforeEach(async () => {
  server = await HostileServer.start();
  client = createClient({ address: server.address, credentials: { user: 'alice', password: 'sésame' }, timeoutMs: 2_000 });
});

afterEach(async () => {
  client.close();
  await server.close();
});

const later =
  (ms: number): Answer =>
  (socket, request) =>
    void setTimeout(() => body(PROPER)(socket, request), ms);

describe('a call', () => {
  test('is sent as document 1 describes it', async () => {
    await client.call('sendtoaddress', ['x', new LosslessNumber('1.00000000'), null]);
    const [request] = server.requests;
    expect(request).toMatchObject({ verb: 'POST', path: '/' });
    expect(request!.headers.get('content-type')).toBe('text/plain');
    expect(request!.headers.get('authorization')).toBe(`Basic ${Buffer.from('alice:sésame').toString('base64')}`);
    expect(request!.body).toBe(`{"jsonrpc":"1.0","id":"${request!.id}","method":"sendtoaddress","params":["x",1.00000000,null]}`);
  });

  test('has a unique id and goes to the wallet named in the options', async () => {
    await client.call('a', []);
    await client.call('b', { named: 1 }, { wallet: 'my wallet/ü' });
    const [first, second] = server.requests;
    expect(first!.id).not.toBe(second!.id);
    expect(second!.path).toBe('/wallet/my%20wallet%2F%C3%BC');
    expect(second!.body).toContain('"params":{"named":1}');
  });

  test('returns results without loss', async () => {
    server.next(
      body('{"result":{"amount":0.10000000,"big":18446744073709551615},"error":null,"id":"$id"}'),
      body('{"result":null,"error":null,"id":"$id"}'),
    );
    expect(await client.call('x', [])).toMatchObject({
      type: 'result',
      result: { amount: new LosslessNumber('0.10000000'), big: new LosslessNumber('18446744073709551615') },
    });
    expect(await client.call('x', [])).toMatchObject({ type: 'result', result: null });
  });

  test.each(['200 OK', '400 Bad Request', '404 Not Found', '500 Internal Server Error'])(
    'returns an error of the method with %s',
    async (status) => {
      server.next(body('{"result":null,"error":{"code":-8,"message":"bad"},"id":"$id"}', status));
      expect(await client.call('x', [])).toMatchObject({
        type: 'error',
        error: { code: -8, message: 'bad' },
        httpStatus: Number(status.slice(0, 3)),
      });
    },
  );

  test('accepts id null from a node that could not read the request', async () => {
    server.next(body('{"result":null,"error":{"code":-32700,"message":"Parse error"},"id":null}', '500 No'));
    expect(await client.call('x', [])).toMatchObject({ type: 'error', error: { code: -32700 } });
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
    server.next(answer);
    expect(await client.call('x', [])).toMatchObject({ type: 'result', result: 'é', httpStatus: 200 });
    expect(await client.call('x', [])).toMatchObject({ type: 'result', result: 'alive' });
    expect(server.requests).toHaveLength(2);
  });

  test('with connection: close is the last one over its connection', async () => {
    server.next(body(PROPER, '200 OK', 'Connection: close'));
    expect(await client.call('x', [])).toMatchObject({ type: 'result', result: 'fine' });
    expect(await client.call('x', [])).toMatchObject({ type: 'result', result: 'alive' });
    expect(server.requests.map((request) => request.connection)).toEqual([1, 2]);
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
    server.next(list(([a, b]) => `[${response(b, '2')},{"result":null,"error":{"code":-8,"message":"bad"},"id":"${a}"}]`));
    expect(await client.callList(calls, { wallet: 'w' })).toMatchObject([
      { type: 'error', error: { code: -8 } },
      { type: 'result', result: 2 },
    ]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ verb: 'POST', path: '/wallet/w' });
    expect(JSON.parse(server.requests[0]!.body)).toMatchObject([
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
    server.next(answer, body(PROPER));
    expect(await client.callList(calls)).toBeUndefined();
    expect(await client.call('x', [])).toMatchObject({ type: 'result' });
  });
});

describe('connections', () => {
  test('are kept and reused', async () => {
    for (let call = 0; call < 10; call++) await client.call('x', []);
    expect(server.connectionCount).toBe(1);
  });

  test('carry one call each; further calls wait, in order, and their timeout does not run meanwhile', async () => {
    const two = createClient({ address: server.address, connections: 2, timeoutMs: 2_000 });
    server.next(...Array.from({ length: 6 }, () => later(800)));
    const replies = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((method) => two.call(method, [])));
    expect(replies.map((reply) => reply.type)).toEqual(Array.from({ length: 6 }, () => 'result'));
    expect(Math.max(...replies.map((reply) => reply.durationMs))).toBeLessThan(2_000);
    expect(server.connectionCount).toBe(2);
    expect(server.requests.map((request) => /"method":"(.)"/.exec(request.body)?.[1]).join('')).toBe('abcdef');
    two.close();
  });

  test('closed by the node count as lost, in use and idle; not if it announced that, nor if this side closed them', async () => {
    server.next(body(PROPER), body(PROPER, '200 OK', 'Connection: close'), sendAndReset(''));
    await client.call('kept', []);
    await client.call('closed as announced', []);
    expect(client.lost).toBe(0);
    await client.call('reset', []);
    expect(client.lost).toBe(1);
    await client.call('ended while idle', []);
    await server.dropConnections();
    await vi.waitFor(() => expect(client.lost).toBe(2));
    await client.call('kept', []);
    client.close();
    expect(client.lost).toBe(2);
  });

  test.each<[string, Answer, number]>([
    [
      'an answer that only the end of the connection ends',
      (socket, { id }) => void socket.end(`HTTP/1.1 200 OK\r\n\r\n${PROPER.replace('$id', id)}`),
      0,
    ],
    [
      'an answer of HTTP/1.0',
      (socket, { id }) => void socket.end(http(PROPER.replace('$id', id)).toString().replace('HTTP/1.1', 'HTTP/1.0')),
      0,
    ],
    ['a whole answer', (socket, { id }) => void socket.end(http(PROPER.replace('$id', id))), 1],
    [
      'an answer in chunks',
      (socket, { id }) => {
        const text = PROPER.replace('$id', id);
        socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`);
      },
      1,
    ],
  ])('that end with %s', async (_, answer, lost) => {
    server.next(answer);
    expect(await client.call('x', [])).toMatchObject({ type: 'result', result: 'fine' });
    await vi.waitFor(() => expect(server.openConnections).toBe(0));
    expect(await client.call('x', [])).toMatchObject({ type: 'result', result: 'alive' });
    expect(client.lost).toBe(lost);
    expect(server.requests.map((request) => request.connection)).toEqual([1, 2]);
  });

  test('that end within an answer are lost; those that this side aborts are not', async () => {
    server.next(sendAndClose('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'), () => {}, send('nonsense'));
    expect(await client.call('cut off', [])).toMatchObject({ fault: { kind: 'truncated' } });
    expect(client.lost).toBe(1);
    expect(await client.call('too slow', [], { timeoutMs: 100 })).toMatchObject({ fault: { kind: 'timeout' } });
    expect(await client.call('no HTTP', [])).toMatchObject({ fault: { kind: 'headers' } });
    expect(client.lost).toBe(1);
  });

  test('that became stale are replaced, and the call is sent a second time', async () => {
    server.next(body(PROPER), sendAndClose(''));
    await client.call('first', []);
    expect(await client.call('second', [])).toMatchObject({ type: 'result', result: 'alive' });
    expect(server.requests.map((request) => request.connection)).toEqual([1, 1, 2]);
  });

  test('that became stale are not replaced if the caller does not want it; the question may be a call', async () => {
    for (const wanted of [false, true]) {
      const single = createClient({ address: server.address, connections: 1 });
      server.next(body(PROPER), sendAndClose(''));
      await single.call('first', []);
      const mayRepeat = async (): Promise<boolean> => wanted && (await single.call('question', [])).type === 'result';
      expect((await single.call('second', [], { mayRepeat })).type).toBe(wanted ? 'result' : 'fault');
      single.close();
    }
    expect(server.requests).toHaveLength(2 + 4);
  });

  test('are replaced by a new one, not by another stale one', async () => {
    const closeOld: Answer = (socket, request) => (request.connection <= 2 ? sendAndClose('') : body(PROPER))(socket, request);
    server.next(later(30), later(30), closeOld, closeOld);
    await Promise.all([client.call('a', []), client.call('b', [])]);
    expect(await client.call('c', [])).toMatchObject({ type: 'result', result: 'fine' });
    expect(server.requests.at(-1)?.connection).toBe(3);
  });

  test('that were reset after use are replaced too, but only once per call', async () => {
    server.next(body(PROPER), sendAndReset(''), sendAndReset(''));
    await client.call('first', []);
    expect(await client.call('second', [])).toMatchObject({ type: 'fault', fault: { kind: 'reset' } });
    expect(server.requests).toHaveLength(3);
  });

  test('that break with the first call, or within an answer, do not make the client send it again', async () => {
    server.next(sendAndClose(''));
    expect(await client.call('first', [])).toMatchObject({ fault: { kind: 'reset' } });
    server.next(body(PROPER), sendAndReset('HTTP/1.1 2'));
    await client.call('second', []);
    expect(await client.call('third', [])).toMatchObject({ fault: { kind: 'reset' } });
    expect(server.requests).toHaveLength(3);
  });

  test.each(['call', 'raw'] as const)('%s: an answer that came while this process was held up is no timeout', async (how) => {
    server.next((socket, request) => {
      body(PROPER)(socket, request);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    });
    const answer = how === 'call' ? await client.call('x', [], { timeoutMs: 150 }) : await client.raw({}, { timeoutMs: 150 });
    expect(answer.type).toBe(how === 'call' ? 'result' : 'http');
  });

  test('a call is not sent again after a timeout', async () => {
    server.next(body(PROPER), () => {});
    await client.call('first', []);
    expect(await client.call('second', [], { timeoutMs: 100 })).toMatchObject({ fault: { kind: 'timeout' } });
    expect(server.requests).toHaveLength(2);
  });

  test('all dropped by the node at once do not disturb the next calls', async () => {
    server.next(later(30), later(30), later(30), later(30));
    await Promise.all(['a', 'b', 'c', 'd'].map((method) => client.call(method, [])));
    await server.dropConnections();
    const replies = await Promise.all(['a', 'b', 'c', 'd'].map((method) => client.call(method, [])));
    expect(replies.map((reply) => reply.type)).toEqual(['result', 'result', 'result', 'result']);
  });
});

describe('close', () => {
  test('ends calls in flight, waiting calls and later ones', async () => {
    const single = createClient({ address: server.address, connections: 1 });
    server.next(() => {});
    const calls = [single.call('a', []), single.call('b', []), single.raw({})];
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    single.close();
    for (const reply of await Promise.all([...calls, single.call('c', [])])) {
      expect(reply).toMatchObject({ type: 'fault', fault: { kind: 'reset', message: 'The client was closed before the answer came.' } });
    }
    await client.call('after all that was sent', []);
    expect(server.requests).toHaveLength(2);
    expect(server.connectionCount).toBe(2); // a node that is to stop would wait for others
  });
});

describe('an abort', () => {
  const ABORTED = { type: 'fault', fault: { kind: 'reset', message: 'The call was aborted before the answer came.' } };

  test('ends calls in flight and waiting ones, and later ones are not sent', async () => {
    const single = createClient({ address: server.address, connections: 1 });
    const abort = new AbortController();
    const { signal } = abort;
    server.next(() => {});
    const calls = [single.call('a', [], { signal }), single.call('b', [], { signal }), single.raw({}, { signal })];
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    abort.abort();
    for (const reply of await Promise.all([...calls, single.call('c', [], { signal })])) expect(reply).toMatchObject(ABORTED);
    expect(await single.callList([{ method: 'd', params: [] }], { signal })).toBeUndefined();
    expect(server.requests).toHaveLength(1);
    expect(await single.call('without it', [])).toMatchObject({ type: 'result' });
    expect(single.lost).toBe(0); // closed by this side
    single.close();
  });

  test('of one call leaves the others, and the connection for which it waited is theirs', async () => {
    const single = createClient({ address: server.address, connections: 1 });
    const abort = new AbortController();
    server.next(later(100));
    const [first, second] = [single.call('a', []), single.call('b', [], { signal: abort.signal })];
    const third = single.call('c', []);
    abort.abort();
    expect(await second).toMatchObject(ABORTED);
    expect(await first).toMatchObject({ type: 'result' });
    expect(await third).toMatchObject({ type: 'result' });
    single.close();
  });

  test('of a call over a kept connection does not send it a second time', async () => {
    await client.call('first', []);
    const abort = new AbortController();
    server.next(() => {});
    const reply = client.call('a', [], { signal: abort.signal });
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
    abort.abort();
    expect(await reply).toMatchObject(ABORTED);
    expect(server.requests).toHaveLength(2);
  });
});

describe('raw', () => {
  test('sends the request unchanged over a new connection, and interprets nothing', async () => {
    server.next(body('', '302 Found', 'Location: /x', 'X-A: 1', 'X-A: 2'), body('hm', '401 No'));
    expect(await client.raw({ verb: 'PUT', path: '/x?y', headers: { 'X-Mine': 'z' }, body: 'text' })).toMatchObject({
      type: 'http',
      status: 302,
      headers: { location: '/x', 'x-a': '1, 2', 'content-length': '0' },
      body: '',
    });
    expect(await client.raw({ credentials: null })).toMatchObject({ type: 'http', status: 401, body: 'hm' });
    const [first, second] = server.requests;
    expect(first).toMatchObject({ verb: 'PUT', path: '/x?y', body: 'text', connection: 1 });
    expect(first!.headers.get('x-mine')).toBe('z');
    expect(first!.headers.has('content-type')).toBe(false);
    expect(first!.headers.get('authorization')).toMatch(/^Basic /);
    expect(second).toMatchObject({ verb: 'POST', path: '/', connection: 2 });
    expect(second!.headers.has('authorization')).toBe(false);
  });

  test('accepts other credentials, or a given authorization header', async () => {
    await client.raw({ credentials: { user: 'bob', password: 'x' } });
    await client.raw({ headers: { Authorization: 'Bearer nonsense' } });
    expect(server.requests.map((request) => request.headers.get('authorization'))).toEqual([
      `Basic ${Buffer.from('bob:x').toString('base64')}`,
      'Bearer nonsense',
    ]);
  });

  test('returns a fault for an answer that is not HTTP', async () => {
    server.next(send('nonsense\r\n'), () => {});
    expect(await client.raw({})).toMatchObject({ type: 'fault', fault: { kind: 'headers', evidence: 'standard' } });
    expect(await client.raw({}, { timeoutMs: 80 })).toMatchObject({ type: 'fault', fault: { kind: 'timeout' } });
  });

  test('an answer to HEAD announces a length and has no body', async () => {
    server.next(send('HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n'));
    expect(await client.raw({ verb: 'HEAD' })).toMatchObject({ type: 'http', status: 200, body: '' });
  });
});

describe('options', () => {
  test.each([{ timeoutMs: 0 }, { connections: 1.5 }, { maxBodyBytes: 2 ** 40 }, { maxDepth: 100_000 }])('%o is out of range', (options) => {
    expect(() => createClient({ address: server.address, ...options })).toThrow(/must be an integer from 1 to/);
  });

  test('an invalid address is refused', () => {
    expect(() => createClient({ address: 'localhost' })).toThrow('give http://host:port');
  });
});
