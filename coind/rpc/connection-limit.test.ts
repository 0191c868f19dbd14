import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ConnectionLimit, refuse } from './connection-limit.ts';

const servers: Server[] = [];
const clients: Socket[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function serve(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, onSocket); // as in node:http
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function client(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  clients.push(socket);
  return socket;
}

const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

test('a refused client can read the status, and its connection is closed even if it keeps its side open', async () => {
  let answered = '';
  const gone = new Promise<void>((resolve) => {
    void serve((socket) => {
      refuse(socket, '408 Request Timeout');
      socket.once('close', () => resolve());
    }).then((port) => {
      const stubborn = client(port);
      stubborn.setEncoding('latin1').on('data', (text: string) => (answered += text));
      stubborn.write('POST / HTTP/1.1\r\n');
    });
  });
  await gone;
  expect(answered).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
});

test('above the limit the oldest connection without credentials is closed', async () => {
  const limit = new ConnectionLimit(3);
  const accepted: Socket[] = [];
  const port = await serve((socket) => {
    socket.on('error', () => undefined);
    accepted.push(socket);
    limit.add(socket);
    if (accepted.length === 1) limit.accept(socket);
  });
  for (let i = 0; i < 5; i++) {
    client(port);
    while (accepted.length <= i) await new Promise((resolve) => setImmediate(resolve));
  }
  const [friend, second, third, fourth, fifth] = accepted as [Socket, Socket, Socket, Socket, Socket];
  await Promise.all([second, third].map((socket) => socket.destroyed || closed(socket)));
  expect([friend, second, third, fourth, fifth].map(({ destroyed }) => destroyed)).toEqual([false, true, true, false, false]);
});
