import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { RpcCode, RpcError } from './errors.ts';
import { addressFilter, INTERNAL_ERROR, RpcServer } from './server.ts';
import { basic, post, serve, servers } from './testing/serve.ts';
import { until } from '../../test/until.ts';

test('a call is answered in the envelope of the family', async () => {
  const port = await serve({ call: () => 7n });
  const answered = await post(port, '{"jsonrpc":"1.0","id":"x","method":"m","params":[]}');
  expect(answered).toMatchObject({ status: 200, body: '{"result":7,"error":null,"id":"x"}\n' });
  expect(answered.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': String(answered.body.length) });
});

test.each([
  ['"text"', '"text"'],
  ['null', 'null'],
  ['1', '1'],
  ['1.0', '1.0'],
  ['-0', '-0'],
  ['1e2', '1e2'],
  ['123456789012345678901234567890', '123456789012345678901234567890'],
  ['{"a":[1.50]}', '{"a":[1.50]}'],
  ['true', 'true'],
])('the id %s is returned unchanged', async (id, back) => {
  const port = await serve({ call: () => null });
  expect((await post(port, `{"id":${id},"method":"m"}`)).body).toBe(`{"result":null,"error":null,"id":${back}}\n`);
});

test('a missing id is null, and params may be left out, null or named', async () => {
  const port = await serve();
  const body = async (text: string): Promise<unknown> => JSON.parse((await post(port, text)).body) as unknown;
  expect(await body('{"method":"m"}')).toEqual({ result: { method: 'm', args: [] }, error: null, id: null });
  expect(await body('{"method":"m","params":null}')).toMatchObject({ result: { args: [] } });
  expect(await body('{"method":"m","params":{"a":1}}')).toMatchObject({ result: { args: { a: 1 } } });
});

test.each([
  ['{', 500, RpcCode.parse, 'Parse error', null],
  ['', 500, RpcCode.parse, 'Parse error', null],
  ['7', 500, RpcCode.parse, 'Top-level object parse error', null],
  ['{"id":3}', 400, RpcCode.invalidRequest, 'Missing method', 3],
  ['{"id":3,"method":5}', 400, RpcCode.invalidRequest, 'Method must be a string', 3],
  ['{"id":3,"method":"m","params":"p"}', 400, RpcCode.invalidRequest, 'Params must be an array or object', 3],
])('%s is answered with an error', async (body, status, code, message, id) => {
  const answered = await post(await serve(), body);
  expect([answered.status, JSON.parse(answered.body)]).toEqual([status, { result: null, error: { code, message }, id }]);
});

test.each([
  [RpcCode.methodNotFound, 404],
  [RpcCode.invalidParameter, 500],
  [RpcCode.misc, 500],
  [RpcCode.invalidRequest, 400],
])('an error %i of a method has the status %i', async (code, status) => {
  const port = await serve({
    call: () => {
      throw new RpcError(code, 'why "so"\n');
    },
  });
  const answered = await post(port, '{"id":1,"method":"m"}');
  expect([answered.status, JSON.parse(answered.body)]).toEqual([status, { result: null, error: { code, message: 'why "so"\n' }, id: 1 }]);
});

test('an internal error is answered and logged', async () => {
  const lines: string[] = [];
  const port = await serve({ call: () => Promise.reject(new TypeError('broken')), log: (line) => lines.push(line) });
  expect(JSON.parse((await post(port, '{"id":1,"method":"m"}')).body)).toMatchObject({
    error: { code: RpcCode.internal, message: 'Internal error: broken' },
  });
  expect(lines).toEqual([expect.stringMatching(/TypeError: broken\n +at /)]);
  expect(lines[0]?.startsWith(INTERNAL_ERROR)).toBe(true);
});

test('bytes that are not UTF-8 are a parse error', async () => {
  const port = await serve();
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
    const answered = await post(port, Buffer.concat([Buffer.from('{"id":"'), Buffer.from(bytes), Buffer.from('","method":"m"}')]));
    expect([answered.status, JSON.parse(answered.body)]).toEqual([
      500,
      { result: null, error: { code: RpcCode.parse, message: 'Parse error' }, id: null },
    ]);
  }
  expect((await post(port, '{"id":"ü€😀","method":"m"}')).body).toContain('"id":"ü€😀"');
});

test('an optional address has the port of the one before it, and is left out with a line in the log if it cannot be bound', async () => {
  const lines: string[] = [];
  const first = { host: '127.0.0.1', port: 0 };
  const log = (line: string): void => void lines.push(line);
  const port = await serve({ endpoints: [first, { host: '127.0.0.2', port: 0, isOptional: true }], log });
  expect((await fetch(`http://127.0.0.2:${port}/`, { method: 'POST' })).status).toBe(401);
  expect(lines).toEqual([]);
  // An address of the range for documentation, which no machine has.
  await serve({ endpoints: [first, { host: '203.0.113.1', port: 0, isOptional: true }], log });
  expect(lines).toEqual([expect.stringMatching(/^RPC server does not listen on 203\.0\.113\.1: Unable to bind/)]);
  await expect(serve({ endpoints: [first, { host: '203.0.113.1', port: 0 }], log })).rejects.toThrow('Unable to bind');
});

test('the server listens on several addresses', async () => {
  const server = new RpcServer({
    endpoints: [
      { host: '127.0.0.1', port: 0 },
      { host: '127.0.0.2', port: 0 },
    ],
    allow: [],
    credentials: { user: 'user', password: 'päss:word' },
    users: [],
    threads: 1,
    workQueue: 1,
    call: () => 7,
    ending: new AbortController().signal,
    log: () => undefined,
  });
  servers.push(server);
  const bound = await server.listen();
  expect(bound.map(({ host }) => host)).toEqual(['127.0.0.1', '127.0.0.2']);
  for (const { host, port } of bound) {
    const response = await fetch(`http://${host}:${port}/`, {
      method: 'POST',
      body: '{"method":"m"}',
      headers: { authorization: basic('user:päss:word'), connection: 'close' },
    });
    expect(await response.json()).toMatchObject({ result: 7 });
  }
});

test('other users have hashed passwords', async () => {
  // As made by rpcauth.py of this family: the HMAC-SHA-256 of the password with the salt as its key.
  const port = await serve({
    users: [
      {
        user: 'bob',
        salt: '16cb1b8e1f0b0e0a9ef3a0f1f0d2b0a5',
        hash: createHmac('sha256', '16cb1b8e1f0b0e0a9ef3a0f1f0d2b0a5').update('secret:1').digest('hex'),
      },
      { user: 'eve', salt: 'aa', hash: createHmac('sha256', 'aa').update('other').digest('hex') },
    ],
  });
  for (const right of ['bob:secret:1', 'eve:other', 'user:päss:word'])
    expect(await post(port, '{"method":"m"}', { authorization: basic(right) })).toMatchObject({ status: 200 });
  for (const wrong of ['bob:other', 'eve:secret:1', 'bob:', ':secret:1', 'bob'])
    expect(await post(port, '{}', { authorization: basic(wrong) })).toMatchObject({ status: 401 });
});

test('missing credentials are refused at once, wrong ones after a delay, both without a body', async () => {
  const port = await serve();
  const none = await post(port, '{}', { authorization: null });
  expect(none).toMatchObject({ status: 401, body: '' });
  expect(none.headers['www-authenticate']).toBe('Basic realm="jsonrpc"');
  // A busy machine may delay some, and not all.
  const durations: number[] = [];
  await until('one is refused at once', async () => {
    const before = performance.now();
    expect(await post(port, '{}', { authorization: null })).toMatchObject({ status: 401 });
    durations.push(performance.now() - before);
    return Math.min(...durations) < 200;
  });
  for (const wrong of [
    basic('user:other'),
    basic('other:päss:word'),
    basic(''),
    'Bearer x',
    basic('user:päss:word').slice(0, -4),
    'Basic',
    '',
  ]) {
    const since = performance.now();
    expect(await post(port, '{}', { authorization: wrong })).toMatchObject({ status: 401, body: '' });
    expect(performance.now() - since).toBeGreaterThan(200);
  }
});

test('other forms of valid credentials are accepted', async () => {
  const port = await serve();
  expect(await post(port, '{"method":"m"}', { authorization: basic('user:päss:word').replace(/=+$/, '') })).toMatchObject({ status: 200 });
  expect(await post(port, '{"method":"m"}', { authorization: basic('user:päss:word').replace('Basic ', 'bASIC  ') })).toMatchObject({
    status: 200,
  });
});

test('the path selects a wallet', async () => {
  const port = await serve();
  const walletAt = async (path: string): Promise<unknown> =>
    (JSON.parse((await post(port, '{"method":"m"}', { path })).body) as { result: { walletName?: string } }).result.walletName;
  expect(await walletAt('/')).toBeUndefined();
  expect(await walletAt('/wallet/')).toBe('');
  expect(await walletAt('/wallet/one')).toBe('one');
  expect(await walletAt('/wallet/a%20b%2Fc')).toBe('a b/c');
  expect(await walletAt('/wallet/100%')).toBe('100%');
  for (const path of ['/wallet', '/other', '/?x=1']) expect(await post(port, '{}', { path })).toMatchObject({ status: 404, body: '' });
});

test('other HTTP methods are refused', async () => {
  const port = await serve();
  for (const method of ['GET', 'PUT', 'DELETE']) {
    expect(await post(port, '', { method })).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
      body: 'JSONRPC server handles only POST requests',
    });
  }
});

test('the target may be an absolute URL, and several Host headers are refused', async () => {
  const port = await serve();
  const head = (target: string, more = ''): string =>
    `POST ${target} HTTP/1.1\r\nHost: x\r\n${more}Authorization: ${basic('user:päss:word')}\r\nConnection: close\r\nContent-Length: 14\r\n\r\n{"method":"m"}`;
  expect(await raw(port, head('http://x:1/'))).toMatch(/^HTTP\/1\.1 200 /);
  expect(await raw(port, head('http://x'))).toMatch(/^HTTP\/1\.1 200 /);
  expect(await raw(port, head('http://x/wallet/w'))).toContain('"walletName":"w"');
  expect(await raw(port, head('http://x/other'))).toMatch(/^HTTP\/1\.1 404 /);
  expect(await raw(port, head('/', 'host: y\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
});

test('bodies above 32 MiB are refused, with and without Content-Length, and large ones below are read', async () => {
  const port = await serve({ call: (_method, args) => (args as string[])[0]?.length });
  const large = `{"method":"m","params":["${'a'.repeat(32 * 1024 * 1024 - 100)}"]}`;
  expect((await post(port, large)).body).toContain(`"result":${32 * 1024 * 1024 - 100}`);
  await expect(
    post(port, `${large}${' '.repeat(200)}`).then(
      ({ status }) => status,
      (error: NodeJS.ErrnoException) => error.code,
    ),
  ).resolves.toSatisfy((how: unknown) => how === 413 || how === 'EPIPE' || how === 'ECONNRESET');
  const announced = await raw(
    port,
    `POST / HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('user:päss:word')}\r\nContent-Length: 33554433\r\n\r\n`,
  );
  expect(announced).toMatch(/^HTTP\/1\.1 413 /);
});

test('headers above 8 KB and bytes that are not HTTP are bad requests', async () => {
  const port = await serve();
  expect(await raw(port, `POST / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(9000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await raw(port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
});

test('a full work queue is reported, and calls are answered again later', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let begun = 0;
  const port = await serve({ call: (method) => (method === 'wait' ? ((begun += 1), gate.then(() => 'done')) : 'at once') });
  const waiting = [post(port, '{"method":"wait"}'), post(port, '{"method":"wait"}')];
  await until('both calls wait', () => begun === 2);
  expect(await post(port, '{"method":"m"}')).toMatchObject({ status: 503, body: 'Work queue depth exceeded' });
  release();
  for (const answered of await Promise.all(waiting)) expect(answered.body).toContain('done');
  expect((await post(port, '{"method":"m"}')).body).toContain('at once');
});

test('the server stops with open connections, and accepts no further ones', async () => {
  const port = await serve();
  await post(port, '{"method":"m"}');
  const [server] = servers.splice(0) as [RpcServer];
  const since = performance.now();
  await server.stop();
  // Idle connections would end by themselves after 5 s.
  expect(performance.now() - since).toBeLessThan(4_000);
  await expect(post(port, '{"method":"m"}')).rejects.toThrow();
});

test('a port in use is reported', async () => {
  const port = await serve();
  await expect(serve({ endpoints: [{ host: '127.0.0.1', port }] })).rejects.toThrow(
    /^Unable to bind the RPC server to 127.0.0.1:\d+: address already in use; choose another -rpcport or -rpcbind$/,
  );
  servers.pop();
});

test('this machine may call, and other machines only with -rpcallowip', () => {
  const isAllowed = addressFilter(['192.0.2.0/24', '198.51.100.7', '10.0.0.0/255.0.0.0', '2001:db8::/32']);
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
    '192.0.2.200',
    '198.51.100.7',
    '10.255.0.1',
    '2001:db8::5',
    '::ffff:192.0.2.1',
  ]) {
    expect([address, isAllowed(address)]).toEqual([address, true]);
  }
  for (const address of ['192.0.3.1', '198.51.100.8', '11.0.0.1', '2001:db9::1', ''])
    expect([address, isAllowed(address)]).toEqual([address, false]);
  for (const text of ['here', '1.2.3.4/33', '1.2.3.4/255.0.255.0', '::1/129', '1.2.3.4/', '1.2.3/8'])
    expect(() => addressFilter([text])).toThrow('-rpcallowip');
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
