import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HEAD, PROPER, answerTwice, body, endlessBody, send, sendAndClose } from './testing/hostile-answers.ts';
import { brokenConnections } from './testing/broken-connections.ts';
import { HostileServer } from './testing/hostile-server.ts';
import type { Answer } from './testing/hostile-server.ts';
import { invalidEnvelopes } from './testing/invalid-envelopes.ts';
import { invalidHttp } from './testing/invalid-http.ts';
import { invalidJson } from './testing/invalid-json.ts';
import { createClient } from './http-client.ts';
import type { Client, Fault } from './types.ts';

let server: HostileServer;
let client: Client;

beforeEach(async () => {
  server = await HostileServer.start();
  client = createClient({ address: server.address, timeoutMs: 5_000, connections: 1 });
});

afterEach(async () => {
  client.close();
  await server.close();
});

async function faultOf(call: ReturnType<Client['call']>): Promise<Fault> {
  const reply = await call;
  if (reply.type !== 'fault') throw new Error(`expected a fault, got ${JSON.stringify(reply)}`);
  return reply.fault;
}

async function expectAlive(): Promise<void> {
  expect(await client.call('getblockcount', [])).toMatchObject({ type: 'result', result: 'alive', httpStatus: 200 });
}

describe('an invalid answer is a fault, and the next call works', () => {
  test.each([...invalidJson, ...invalidEnvelopes, ...invalidHttp, ...brokenConnections])(
    '$name',
    async ({ answer, kind, evidence, source, message }) => {
      server.next(answer);
      // A short timeout only for cases that end by it: on a busy machine others could end by it too.
      const fault = await faultOf(client.call('getblockcount', [], { timeoutMs: kind === 'timeout' ? 400 : 5_000 }));
      expect(fault).toMatchObject({
        kind,
        evidence,
        source: typeof source === 'string' ? source : expect.stringMatching(source),
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      });
      expect(Buffer.byteLength(fault.excerpt ?? '')).toBeLessThanOrEqual(2_048);
      expect(server.requests).toHaveLength(1);
      await expectAlive();
    },
  );

  test('the excerpt is the beginning of the bytes received', async () => {
    server.next(body('<html>oops</html>'), send('garbage\r\n'), sendAndClose(`${HEAD}Content-Length: 99\r\n\r\n{"res`));
    expect((await faultOf(client.call('help', []))).excerpt).toBe('<html>oops</html>');
    expect((await faultOf(client.call('help', []))).excerpt).toBe('garbage\r\n');
    expect((await faultOf(client.call('help', []))).excerpt).toBe('{"res');
  });

  test('nothing listens on the port', async () => {
    const { address } = server;
    await server.close();
    const fault = await faultOf(createClient({ address }).call('help', []));
    expect(fault).toMatchObject({
      kind: 'refused',
      evidence: 'health',
      message: expect.stringMatching(/^No connection to 127\.0\.0\.1:\d+: nothing listens on this port \(ECONNREFUSED\)\.$/),
    });
    server = await HostileServer.start();
  });
});

describe('a body of 1 GB', () => {
  const GIGABYTE = 1_000_000_000;
  const BOUND = 8 * 1024 * 1024;

  test('is read up to the limit, however it is sent, and not kept in memory', async () => {
    const bounded = createClient({ address: server.address, maxBodyBytes: BOUND, timeoutMs: 10_000 });
    server.next(endlessBody(GIGABYTE, false));
    const rssBefore = process.memoryUsage.rss();
    const fault = await faultOf(bounded.call('dumpall', []));
    const growthBytes = process.memoryUsage.rss() - rssBefore;
    expect(fault).toMatchObject({
      kind: 'too-large',
      evidence: 'health',
      message: 'The body is larger than the limit of 8,388,608 bytes: reading stopped there.',
    });
    expect(growthBytes).toBeLessThan(100_000_000);
    expect(server.bytesSent).toBeLessThan(BOUND + 32_000_000); // the limit, and what the system has in flight
    expect(await bounded.call('help', [])).toMatchObject({ result: 'alive' });
    bounded.close();
  });

  test('is refused at once if its length is announced', async () => {
    const bounded = createClient({ address: server.address, timeoutMs: 10_000 });
    server.next(endlessBody(GIGABYTE, true));
    const fault = await faultOf(bounded.call('dumpall', []));
    expect(fault).toMatchObject({
      kind: 'too-large',
      message: 'The node announces a body of 1,000,000,000 bytes; the limit is 67,108,864.',
    });
    expect(server.bytesSent).toBeLessThan(32_000_000);
    expect(await bounded.call('help', [])).toMatchObject({ result: 'alive' });
    bounded.close();
  });
});

describe('unusual but valid answers are not faults', () => {
  test.each([
    [
      'interim answers before the final one',
      (socket, request) => {
        socket.write('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n');
        body(PROPER)(socket, request);
      },
    ],
    [
      'a chunked body in small pieces',
      (socket, { id }) => {
        const pieces = [...PROPER.replace('$id', id)].map((piece) => `1\r\n${piece}\r\n`);
        socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${pieces.join('')}0\r\n\r\n`);
      },
    ],
    ['a body that the end of the connection ends', (socket, { id }) => void socket.end(`${HEAD}\r\n${PROPER.replace('$id', id)}`)],
    ['white space around the answer', body(`\n ${PROPER}\r\n`)],
    ['names of headers that objects have by themselves', body(PROPER, '200 OK', '__proto__: x', 'Constructor: y', '__proto__: z')],
    ['more members than asked for', body(PROPER.replace('{', '{"jsonrpc":"1.0",'))],
  ] satisfies [string, Answer][])('%s', async (_name, answer) => {
    server.next(answer);
    expect(await client.call('help', [])).toMatchObject({ type: 'result', result: 'fine' });
    await expectAlive();
  });

  test('an answer without a request, on an idle connection, closes that connection', async () => {
    server.next(answerTwice(20));
    expect(await client.call('help', [])).toMatchObject({ result: 'fine' });
    await vi.waitFor(() => expect(server.openConnections).toBe(0));
    await expectAlive();
    expect(server.requests.map((request) => request.connection)).toEqual([1, 2]);
  });

  test('an answer to an earlier call is not read as the next one, and the call after that works', async () => {
    server.next(body(PROPER), (socket, { id }) => {
      body(PROPER)(socket, { ...server.requests[0]! });
      setTimeout(() => socket.destroyed || body(PROPER.replace('$id', id))(socket, server.requests[1]!), 20);
    });
    expect(await client.call('help', [])).toMatchObject({ result: 'fine' });
    expect(await faultOf(client.call('help', []))).toMatchObject({ kind: 'foreign-id' });
    await expectAlive();
    expect(server.requests.map((request) => request.connection)).toEqual([1, 1, 2]);
  });
});
