import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { FAKE_RESULT } from '../testing/fake-node.ts';
import { calls } from '../testing/sample-calls.ts';
import { ClosedRun } from './closed.ts';
import { OpenRun } from './open.ts';
import type { GeneratorFigures } from './types.ts';

const CALLS = 30;
const CONNECTIONS = 3;

/** Makes calls to a server that closes a connection where the client asks for it. Returns how many connections there were. */
async function made(keepAlive: boolean, isOpen: boolean): Promise<{ readonly connections: number; readonly figures: GeneratorFigures }> {
  let connections = 0;
  const server = createServer((request, response) => request.resume().on('end', () => response.end(FAKE_RESULT)))
    .on('connection', () => connections++)
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const common = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    source: calls(CALLS),
    connections: CONNECTIONS,
    keepAlive,
    maxInFlight: CONNECTIONS,
    durationMs: 60_000,
    timeoutMs: 60_000,
  };
  const arrivals = { stages: [{ fromRate: 500, toRate: 500, durationMs: 60_000 }], spacing: 'even', seed: 1 } as const;
  try {
    const run = isOpen
      ? new OpenRun({ ...common, model: { type: 'open', arrivals } }, arrivals)
      : new ClosedRun({ ...common, model: { type: 'closed' } });
    const figures = await run.run();
    return { connections, figures };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each([false, true])('connections are kept, or each is for one call; open model: %s', async (isOpen) => {
  const kept = await made(true, isOpen);
  expect(kept.figures.ended).toMatchObject({ result: CALLS, connection: 0 });
  expect(kept.connections).toBe(CONNECTIONS);
  const once = await made(false, isOpen);
  expect(once.figures.ended).toMatchObject({ result: CALLS, connection: 0 });
  // Some of those opened before the load may be left.
  expect(once.connections).toBeGreaterThanOrEqual(CALLS);
  expect(once.connections).toBeLessThanOrEqual(CALLS + CONNECTIONS);
});
