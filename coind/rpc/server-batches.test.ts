import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { RpcCode, RpcError } from './errors.ts';
import { basic, post, serve } from './testing/serve.ts';

test('a batch is answered in order, with errors inside', async () => {
  const port = await serve({
    call: (method) => {
      if (method === 'bad') throw new RpcError(RpcCode.methodNotFound, 'Method not found');
      return method === 'late' ? new Promise((resolve) => setTimeout(() => resolve('late'), 20)) : method;
    },
  });
  const answered = await post(port, '[{"id":1,"method":"late"},{"id":2,"method":"bad"},5,{"id":3,"method":"m"}]');
  expect(answered.status).toBe(200);
  expect(
    (JSON.parse(answered.body) as { id: unknown; result: unknown; error: { code: number } | null }[]).map(({ id, result, error }) => [
      id,
      result,
      error?.code,
    ]),
  ).toEqual([
    [1, 'late', undefined],
    [2, null, RpcCode.methodNotFound],
    [null, null, RpcCode.invalidRequest],
    [3, 'm', undefined],
  ]);
  expect(await post(port, '[]')).toMatchObject({ status: 200, body: '[]\n' });
});

test('a batch of too many calls is refused before any call is made', async () => {
  let calls = 0;
  const port = await serve({ call: () => (calls += 1) });
  const answered = await post(port, `[${Array.from({ length: 10_001 }, () => '{"method":"m"}').join()}]`);
  expect(answered.status).toBe(400);
  expect(JSON.parse(answered.body)).toEqual({
    result: null,
    id: null,
    error: { code: RpcCode.invalidRequest, message: 'The batch has 10001 calls, the maximum is 10000; split it' },
  });
  expect(calls).toBe(0);
});

test('the remaining calls of a batch are not made when its answers become too long', async () => {
  let calls = 0;
  const port = await serve({ call: () => 'a'.repeat((calls += 1) && 1024 * 1024) });
  const { status, body } = await post(port, `[${Array.from({ length: 60 }, (_, id) => `{"id":${id},"method":"m"}`).join()}]`);
  const answers = JSON.parse(body) as { id: number; result: string | null; error: { code: number; message: string } | null }[];
  expect([status, answers.length, calls]).toEqual([200, 60, 32]);
  expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, id) => id));
  expect(answers.slice(0, 32).every(({ error }) => error === null)).toBe(true);
  for (const { error } of answers.slice(32))
    expect(error).toMatchObject({ code: RpcCode.outOfMemory, message: expect.stringMatching(/^Not called: .*split the batch$/) });
});

test('a long batch yields to other clients', async () => {
  let slowCalls = 0;
  let signalRunning = (): void => undefined;
  const isRunning = new Promise<void>((resolve) => (signalRunning = resolve));
  const slow = (): string => {
    const since = performance.now();
    while (performance.now() - since < 5);
    slowCalls += 1;
    signalRunning();
    return 'slow';
  };
  const port = await serve({ threads: 4, call: (method) => (method === 'slow' ? slow() : 'quick') });
  const list = post(port, `[${Array.from({ length: 400 }, () => '{"method":"slow"}').join()}]`);
  await isRunning;
  expect((await post(port, '{"method":"m"}')).body).toContain('quick');
  expect(slowCalls).toBeLessThan(400);
  expect((JSON.parse((await list).body) as unknown[]).length).toBe(400);
});

test('a running batch ends when the node stops', async () => {
  const ending = new AbortController();
  const port = await serve({
    ending: ending.signal,
    call: (method) => {
      if (method === 'stop') ending.abort();
      return 'done';
    },
  });
  const answers = JSON.parse((await post(port, '[{"method":"m"},{"method":"stop"},{"method":"m"}]')).body) as { error: unknown }[];
  expect(answers.map(({ error }) => error)).toEqual([null, null, { code: RpcCode.notConnected, message: 'Shutting down' }]);
});

test('a running batch ends when its client closes the connection, and makes room for others', async () => {
  const CALLS = 3000;
  const CLIENTS = 4;
  let calls = 0;
  let signalRunning = (): void => undefined;
  const isRunning = new Promise<void>((resolve) => (signalRunning = resolve));
  const slow = (): string => {
    const since = performance.now();
    while (performance.now() - since < 1);
    calls += 1;
    signalRunning();
    return 'slow';
  };
  const port = await serve({ threads: 2, workQueue: CLIENTS - 2, call: (method) => (method === 'slow' ? slow() : 'quick') });
  const body = `[${Array.from({ length: CALLS }, () => '{"method":"slow"}').join()}]`;
  const head = `POST / HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('user:päss:word')}\r\nContent-Length: ${body.length}\r\n\r\n`;
  for (let i = 0; i < CLIENTS; i++) {
    // One half ends its side, as a client that closes does; the other half breaks the connection.
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(head + body, () => (i % 2 === 0 ? socket.end() : socket.resetAndDestroy())),
    );
    socket.on('error', () => undefined);
  }
  await isRunning;
  // A batch that runs makes calls between two answers to others.
  let before = -1;
  while (before !== calls) {
    before = calls;
    for (let i = 0; i < 5; i++) await post(port, '{"method":"m"}');
  }
  expect((await post(port, '{"method":"m"}')).body).toContain('quick');
  expect(calls).toBeLessThan(CALLS);
});
