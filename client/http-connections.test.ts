import { describe, expect, test, vi } from 'vitest';
import { PROPER, body, send, sendAndClose, sendAndReset } from './testing/hostile-answers.ts';
import { http } from './testing/hostile-server.ts';
import type { Answer } from './testing/hostile-server.ts';
import { servedClient } from './testing/served-client.ts';
import { createClient } from './http-client.ts';

const served = servedClient();

const later =
  (ms: number): Answer =>
  (socket, request) =>
    void setTimeout(() => body(PROPER)(socket, request), ms);

describe('connections', () => {
  test('are kept and reused', async () => {
    for (let call = 0; call < 10; call++) await served.client.call('x', []);
    expect(served.server.connectionCount).toBe(1);
  });

  test('carry one call each; further calls wait, in order, and their timeout does not run meanwhile', async () => {
    const two = createClient({ address: served.server.address, connections: 2, timeoutMs: 2_000 });
    served.server.next(...Array.from({ length: 6 }, () => later(800)));
    const replies = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((method) => two.call(method, [])));
    expect(replies.map((reply) => reply.type)).toEqual(Array.from({ length: 6 }, () => 'result'));
    expect(Math.max(...replies.map((reply) => reply.durationMs))).toBeLessThan(2_000);
    expect(served.server.connectionCount).toBe(2);
    expect(served.server.requests.map((request) => /"method":"(.)"/.exec(request.body)?.[1]).join('')).toBe('abcdef');
    two.close();
  });

  test('closed by the node count as lost, in use and idle; not if it announced that, nor if this side closed them', async () => {
    served.server.next(body(PROPER), body(PROPER, '200 OK', 'Connection: close'), sendAndReset(''));
    await served.client.call('kept', []);
    await served.client.call('closed as announced', []);
    expect(served.client.lost).toBe(0);
    await served.client.call('reset', []);
    expect(served.client.lost).toBe(1);
    await served.client.call('ended while idle', []);
    await served.server.dropConnections();
    await vi.waitFor(() => expect(served.client.lost).toBe(2));
    await served.client.call('kept', []);
    served.client.close();
    expect(served.client.lost).toBe(2);
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
    served.server.next(answer);
    expect(await served.client.call('x', [])).toMatchObject({ type: 'result', result: 'fine' });
    await vi.waitFor(() => expect(served.server.openConnections).toBe(0));
    expect(await served.client.call('x', [])).toMatchObject({ type: 'result', result: 'alive' });
    expect(served.client.lost).toBe(lost);
    expect(served.server.requests.map((request) => request.connection)).toEqual([1, 2]);
  });

  test('that end within an answer are lost; those that this side aborts are not', async () => {
    served.server.next(sendAndClose('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'), () => {}, send('nonsense'));
    expect(await served.client.call('cut off', [])).toMatchObject({ fault: { kind: 'truncated' } });
    expect(served.client.lost).toBe(1);
    expect(await served.client.call('too slow', [], { timeoutMs: 100 })).toMatchObject({ fault: { kind: 'timeout' } });
    expect(await served.client.call('no HTTP', [])).toMatchObject({ fault: { kind: 'headers' } });
    expect(served.client.lost).toBe(1);
  });

  test('that became stale are replaced, and the call is sent a second time', async () => {
    served.server.next(body(PROPER), sendAndClose(''));
    await served.client.call('first', []);
    expect(await served.client.call('second', [])).toMatchObject({ type: 'result', result: 'alive' });
    expect(served.server.requests.map((request) => request.connection)).toEqual([1, 1, 2]);
  });

  test('that became stale are not replaced if the caller does not want it; the question may be a call', async () => {
    for (const wanted of [false, true]) {
      const single = createClient({ address: served.server.address, connections: 1 });
      served.server.next(body(PROPER), sendAndClose(''));
      await single.call('first', []);
      const mayRepeat = async (): Promise<boolean> => wanted && (await single.call('question', [])).type === 'result';
      expect((await single.call('second', [], { mayRepeat })).type).toBe(wanted ? 'result' : 'fault');
      single.close();
    }
    expect(served.server.requests).toHaveLength(2 + 4);
  });

  test('are replaced by a new one, not by another stale one', async () => {
    const closeOld: Answer = (socket, request) => (request.connection <= 2 ? sendAndClose('') : body(PROPER))(socket, request);
    served.server.next(later(30), later(30), closeOld, closeOld);
    await Promise.all([served.client.call('a', []), served.client.call('b', [])]);
    expect(await served.client.call('c', [])).toMatchObject({ type: 'result', result: 'fine' });
    expect(served.server.requests.at(-1)?.connection).toBe(3);
  });

  test('that were reset after use are replaced too, but only once per call', async () => {
    served.server.next(body(PROPER), sendAndReset(''), sendAndReset(''));
    await served.client.call('first', []);
    expect(await served.client.call('second', [])).toMatchObject({ type: 'fault', fault: { kind: 'reset' } });
    expect(served.server.requests).toHaveLength(3);
  });

  test('that break with the first call, or within an answer, do not make the client send it again', async () => {
    served.server.next(sendAndClose(''));
    expect(await served.client.call('first', [])).toMatchObject({ fault: { kind: 'reset' } });
    served.server.next(body(PROPER), sendAndReset('HTTP/1.1 2'));
    await served.client.call('second', []);
    expect(await served.client.call('third', [])).toMatchObject({ fault: { kind: 'reset' } });
    expect(served.server.requests).toHaveLength(3);
  });

  test.each(['call', 'raw'] as const)('%s: an answer that came while this process was held up is no timeout', async (how) => {
    served.server.next((socket, request) => {
      body(PROPER)(socket, request);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    });
    const answer = how === 'call' ? await served.client.call('x', [], { timeoutMs: 150 }) : await served.client.raw({}, { timeoutMs: 150 });
    expect(answer.type).toBe(how === 'call' ? 'result' : 'http');
  });

  test('a call is not sent again after a timeout', async () => {
    served.server.next(body(PROPER), () => {});
    await served.client.call('first', []);
    expect(await served.client.call('second', [], { timeoutMs: 100 })).toMatchObject({ fault: { kind: 'timeout' } });
    expect(served.server.requests).toHaveLength(2);
  });

  test('all dropped by the node at once do not disturb the next calls', async () => {
    served.server.next(later(30), later(30), later(30), later(30));
    await Promise.all(['a', 'b', 'c', 'd'].map((method) => served.client.call(method, [])));
    await served.server.dropConnections();
    const replies = await Promise.all(['a', 'b', 'c', 'd'].map((method) => served.client.call(method, [])));
    expect(replies.map((reply) => reply.type)).toEqual(['result', 'result', 'result', 'result']);
  });
});

describe('close', () => {
  test('ends calls in flight, waiting calls and later ones', async () => {
    const single = createClient({ address: served.server.address, connections: 1 });
    served.server.next(() => {});
    const calls = [single.call('a', []), single.call('b', []), single.raw({})];
    await vi.waitFor(() => expect(served.server.requests).toHaveLength(1));
    single.close();
    for (const reply of await Promise.all([...calls, single.call('c', [])])) {
      expect(reply).toMatchObject({ type: 'fault', fault: { kind: 'reset', message: 'The client was closed before the answer came.' } });
    }
    await served.client.call('after all that was sent', []);
    expect(served.server.requests).toHaveLength(2);
    expect(served.server.connectionCount).toBe(2); // a node that is to stop would wait for others
  });
});

describe('an abort', () => {
  const ABORTED = { type: 'fault', fault: { kind: 'reset', message: 'The call was aborted before the answer came.' } };

  test('ends calls in flight and waiting ones, and later ones are not sent', async () => {
    const single = createClient({ address: served.server.address, connections: 1 });
    const abort = new AbortController();
    const { signal } = abort;
    served.server.next(() => {});
    const calls = [single.call('a', [], { signal }), single.call('b', [], { signal }), single.raw({}, { signal })];
    await vi.waitFor(() => expect(served.server.requests).toHaveLength(1));
    abort.abort();
    for (const reply of await Promise.all([...calls, single.call('c', [], { signal })])) expect(reply).toMatchObject(ABORTED);
    expect(await single.callList([{ method: 'd', params: [] }], { signal })).toBeUndefined();
    expect(served.server.requests).toHaveLength(1);
    expect(await single.call('without it', [])).toMatchObject({ type: 'result' });
    expect(single.lost).toBe(0); // closed by this side
    single.close();
  });

  test('of one call leaves the others, and the connection for which it waited is theirs', async () => {
    const single = createClient({ address: served.server.address, connections: 1 });
    const abort = new AbortController();
    served.server.next(later(100));
    const [first, second] = [single.call('a', []), single.call('b', [], { signal: abort.signal })];
    const third = single.call('c', []);
    abort.abort();
    expect(await second).toMatchObject(ABORTED);
    expect(await first).toMatchObject({ type: 'result' });
    expect(await third).toMatchObject({ type: 'result' });
    single.close();
  });

  test('of a call over a kept connection does not send it a second time', async () => {
    await served.client.call('first', []);
    const abort = new AbortController();
    served.server.next(() => {});
    const reply = served.client.call('a', [], { signal: abort.signal });
    await vi.waitFor(() => expect(served.server.requests).toHaveLength(2));
    abort.abort();
    expect(await reply).toMatchObject(ABORTED);
    expect(served.server.requests).toHaveLength(2);
  });
});
