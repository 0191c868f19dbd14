import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { abortableClient } from './abortable-client.ts';
import { createClient } from './http-client.ts';
import { HostileServer } from './testing/hostile-server.ts';
import type { Client } from './types.ts';

let server: HostileServer;
let inner: Client;
let abort: AbortController;
let client: Client;

beforeEach(async () => {
  server = await HostileServer.start();
  inner = createClient({ address: server.address });
  abort = new AbortController();
  client = abortableClient(inner, abort.signal, { callMs: 200, allMs: 60_000 });
});

afterEach(async () => {
  inner.close();
  await server.close();
});

const ABORTED = { type: 'fault', fault: { kind: 'reset', message: 'The call was aborted before the answer came.' } };
const silent = (): void => {};

test('an abort ends the calls in flight, whatever their number, and the node can be cleaned up', async () => {
  const warned = vi.spyOn(process, 'emitWarning');
  // It answers, however late on a busy machine.
  client = abortableClient(inner, abort.signal, { callMs: 60_000, allMs: 60_000 });
  server.next(...Array.from({ length: 4 }, () => silent));
  const calls = Array.from({ length: 20 }, (_, index) => client.call(`call ${index}`, [], { timeoutMs: 60_000 }));
  await vi.waitFor(() => expect(server.requests).toHaveLength(4));
  abort.abort();
  for (const reply of await Promise.all(calls)) expect(reply).toMatchObject(ABORTED);
  expect(await client.call('unloadwallet', [])).toMatchObject({ type: 'result' });
  expect(await client.raw({})).toMatchObject({ type: 'http' });
  expect(warned).not.toHaveBeenCalled();
});

test('after an abort a node that hangs gets one call more, for a short time', async () => {
  abort.abort();
  server.next(silent);
  const startedAt = performance.now();
  expect(await client.call('unloadwallet', [], { timeoutMs: 60_000 })).toMatchObject({ type: 'fault', fault: { kind: 'timeout' } });
  expect(await client.call('setban', [])).toMatchObject(ABORTED);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(server.requests).toHaveLength(1);
});

test('after an abort all calls together have little time', async () => {
  const late = abortableClient(inner, abort.signal, { callMs: 200, allMs: 0 });
  abort.abort();
  expect(await late.call('unloadwallet', [])).toMatchObject(ABORTED);
  expect(server.requests).toHaveLength(0);
});

test('a call has its own signal, too', async () => {
  const own = new AbortController();
  server.next(silent);
  const reply = client.call('a', [], { signal: own.signal });
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  own.abort();
  expect(await reply).toMatchObject(ABORTED);
  expect(await client.call('b', [])).toMatchObject({ type: 'result' });
});
