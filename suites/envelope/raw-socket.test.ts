import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { talk } from './raw-socket.ts';

/** Answers after a while. */
const LATE_MS = 200;
const server = createServer((socket) => {
  socket.resume();
  setTimeout(() => socket.end('late'), LATE_MS);
});
let place: { readonly host: string; readonly port: number };
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  place = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const heard = (overtime?: () => Promise<void>) =>
  talk({ ...place, parts: ['x'], timeoutMs: 20, enough: (received) => received.length > 0, ...(overtime && { overtime }) });

test('what comes in the overtime counts; without one, or when it fails, the time is over', async () => {
  const waiting = () => new Promise<void>((resolve) => void setTimeout(resolve, 60_000).unref());
  expect(await heard(waiting)).toMatchObject({ ending: 'enough', received: Buffer.from('late') });
  expect(await heard()).toMatchObject({ ending: 'time' });
  expect(await heard(() => Promise.reject(new Error('another chain')))).toMatchObject({ ending: 'time' });
});
