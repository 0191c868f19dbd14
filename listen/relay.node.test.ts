import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { until } from '../test/until.ts';
import type { Passed } from './passed.ts';
import { COPY_OVERHEAD_BYTES, Relay } from './relay.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A node that does with each connection what a test says. */
async function node(accept: (socket: Socket) => void): Promise<{ readonly server: Server; readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket.on('error', () => undefined));
    accept(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

async function relayTo(
  port: number,
  maxWaiting?: number,
): Promise<{ readonly relay: Relay; readonly passed: Passed[]; open(): Promise<Socket> }> {
  const passed: Passed[] = [];
  const relay = await Relay.listen({
    port: 0,
    node: { host: '127.0.0.1', port },
    onPassed: (one) => passed.push(one),
    ...(maxWaiting !== undefined && { maxWaiting }),
  });
  closers.push(() => relay.close());
  return {
    relay,
    passed,
    open: async () => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(relay.url).port), allowHalfOpen: true });
      socket.on('error', () => undefined);
      closers.push(() => socket.destroy());
      await once(socket, 'connect');
      return socket;
    },
  };
}

/** All that comes until the other end closes its side. */
async function all(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part)).resume();
  await once(socket, 'end');
  return Buffer.concat(parts);
}

/** Whether a connection was closed by an error, once it is closed. */
const closed = (socket: Socket): Promise<boolean> => new Promise((resolve) => void socket.once('close', resolve));

const copied = (passed: readonly Passed[], from: 'client' | 'node'): Buffer =>
  Buffer.concat(passed.flatMap((one) => (one.type === 'bytes' && one.from === from ? [one.bytes] : [])));

test('every byte passes both ways, whatever it is, and a half-closed connection goes on', async () => {
  const received: Buffer[] = [];
  const { port } = await node((socket) => {
    void all(socket).then((bytes) => {
      received.push(bytes);
      socket.end(Buffer.concat([Buffer.from('you sent: '), bytes]));
    });
  });
  const { passed, open } = await relayTo(port);
  const socket = await open();
  const answered = all(socket);
  const sent = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index) % 256));
  socket.write(sent.subarray(0, 1));
  socket.end(sent.subarray(1));
  expect((await answered).equals(Buffer.concat([Buffer.from('you sent: '), sent]))).toBe(true);
  expect(received[0]?.equals(sent)).toBe(true);
  await until('the connection is closed', () => passed.some(({ type }) => type === 'closed'));
  expect(copied(passed, 'client').equals(sent)).toBe(true);
  expect(copied(passed, 'node').length).toBe(sent.length + 10);
});

test('who does not read holds up who sends: nothing is piled up between them', async () => {
  let sentBytes = 0;
  const size = 64 * 1024 * 1024;
  const { port } = await node((socket) => {
    const part = Buffer.alloc(256 * 1024);
    const send = (): void => {
      while (sentBytes < size) {
        sentBytes += part.length;
        if (!socket.write(part)) return void socket.once('drain', send);
      }
      socket.end();
    };
    send();
  });
  const { open } = await relayTo(port, 0);
  const socket = await open();
  socket.pause();
  let before = -1;
  await until('nothing more is sent', () => {
    const stands = sentBytes === before;
    before = sentBytes;
    return stands;
  });
  expect(sentBytes).toBeLessThan(size);
  expect((await all(socket)).length).toBe(size);
});

test('what waits to be checked is bounded, and the rest passes uncopied and counted', async () => {
  const { port } = await node((socket) => void socket.pipe(socket));
  const { relay, passed, open } = await relayTo(port, 2 * COPY_OVERHEAD_BYTES + 10);
  const socket = await open();
  const echo = async (text: string): Promise<void> => {
    socket.write(text);
    await once(socket, 'data');
  };
  await echo('1234567890');
  expect(copied(passed, 'client').toString()).toBe('1234567890');
  expect(passed.at(-1)).toEqual({ type: 'uncopied', connection: 1, from: 'node', count: 10 });
  relay.checked(10);
  await echo('12345');
  expect(copied(passed, 'node').toString()).toBe('12345');
});

test('many small calls are bounded by what each copy takes besides its bytes, and what passes uncopied is told in sum', async () => {
  const { port } = await node((socket) => void socket.pipe(socket));
  const { relay, passed, open } = await relayTo(port, 4 * (COPY_OVERHEAD_BYTES + 1));
  const socket = await open();
  const echo = async (text: string): Promise<void> => {
    socket.write(text);
    await once(socket, 'data');
  };
  for (let call = 0; call < 50; call++) await echo('x');
  const sizes = (): string[] => passed.flatMap((one) => (one.type === 'uncopied' ? [`${one.from} ${one.count}`] : one.type));
  const before = ['opened', 'bytes', 'bytes', 'bytes', 'bytes', 'client 1'];
  expect(sizes()).toEqual(before);
  for (let copy = 0; copy < 4; copy++) relay.checked(1);
  await echo('y');
  // The end that sent last is told last.
  expect(sizes()).toEqual([...before, 'client 47', 'node 48', 'bytes', 'bytes']);
  for (let call = 0; call < 3; call++) await echo('z');
  await relay.close();
  await until('the rest is told', () => passed.some(({ type }) => type === 'closed'));
  const uncopied = passed.flatMap((one) => (one.type === 'uncopied' ? [one.count] : [])).reduce((sum, count) => sum + count, 0);
  expect(uncopied + copied(passed, 'client').length + copied(passed, 'node').length).toBe(2 * 54);
});

test('a node that cannot be reached is told by the connection alone: it is reset, and nothing is answered', async () => {
  const { server, port } = await node(() => undefined);
  server.close();
  await once(server, 'close');
  const { passed, open } = await relayTo(port);
  const socket = await open();
  const [error] = (await once(socket, 'error').catch((reason: unknown) => [reason])) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNRESET');
  expect(socket.bytesRead).toBe(0);
  await until('the connection is closed', () => passed.some(({ type }) => type === 'closed'));
  expect(passed).toContainEqual({ type: 'broken', connection: 1, code: 'ECONNREFUSED' });
});

test('a reset passes in both directions', async () => {
  const accepted: Socket[] = [];
  const { port } = await node((socket) => accepted.push(socket));
  const { passed, open } = await relayTo(port);
  const first = await open();
  await until('the node has the connection', () => accepted.length === 1);
  const broken = closed(first);
  accepted[0]?.resetAndDestroy();
  expect(await broken).toBe(true);
  expect(passed).toContainEqual({ type: 'broken', connection: 1, code: 'ECONNRESET' });
  const second = await open();
  await until('the node has the second connection', () => accepted.length === 2);
  const brokenToo = closed(accepted[1] as Socket);
  second.resetAndDestroy();
  expect(await brokenToo).toBe(true);
});
