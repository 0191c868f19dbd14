import { describe, expect, test } from 'vitest';
import { fakeNode } from '../testing/fake-node-of-test.ts';
import { FAKE_RESULT } from '../testing/fake-node.ts';
import { calls } from '../testing/sample-calls.ts';
import { steady } from './arrivals.ts';
import { ClosedRun } from './closed.ts';
import { OpenRun } from './open.ts';
import type { GeneratorFigures, GeneratorOptions } from './types.ts';

/** The node closes each connection with its first answer, so that every further call needs another connection. */
const CLOSING = { answer: { body: FAKE_RESULT, manner: 'close' } } as const;
/** Each may carry one more call before its end is seen. */
const CONNECTIONS = 3;
const DURATION_MS = 400;

type Run = (options: Partial<GeneratorOptions> & { readonly address: string }) => Promise<GeneratorFigures>;

const common = { source: calls(), connections: CONNECTIONS, maxInFlight: CONNECTIONS, timeoutMs: 300, durationMs: DURATION_MS } as const;
const closed: Run = (options) => new ClosedRun({ ...common, model: { type: 'closed' }, ...options }).run();
const open: Run = (options) => new OpenRun({ ...common, model: { type: 'closed' }, ...options }, steady(100, DURATION_MS)).run();

describe.each([
  ['closed', closed],
  ['open', open],
] as const)('the %s model, after a connection was lost', (_, run) => {
  test('goes on once calls may be sent', async () => {
    const node = await fakeNode(CLOSING);
    let asked = 0;
    const figures = await run({ address: node.address, mayReconnect: async () => ++asked > 1 });
    expect(asked).toBeGreaterThan(1);
    expect(figures.ended.result).toBeGreaterThan(CONNECTIONS);
  });

  test('sends nothing as long as no call may be sent', async () => {
    const node = await fakeNode(CLOSING);
    await run({ address: node.address, mayReconnect: async () => false });
    expect(node.received).toBeGreaterThan(0);
    expect(node.received).toBeLessThanOrEqual(2 * CONNECTIONS);
  });

  test('sends nothing more to a node that is refused, and rejects', async () => {
    const node = await fakeNode(CLOSING);
    const refused = async (): Promise<never> => {
      throw new Error('another chain');
    };
    await expect(run({ address: node.address, mayReconnect: refused })).rejects.toThrow('another chain');
    expect(node.received).toBeLessThanOrEqual(2 * CONNECTIONS);
  });
});

describe('the open model', () => {
  // The calls of a process that stood still for a moment are due at once, before it sees that connections were lost.
  test('opens no connection before it may, neither for calls that find all busy nor after a time limit', async () => {
    const node = await fakeNode({ answer: { body: FAKE_RESULT, manner: 'silent' } });
    const many = { connections: 1, maxInFlight: 20, timeoutMs: 100 };
    const figures = await open({ address: node.address, ...many, mayReconnect: async () => false });
    expect(node.received).toBe(1);
    expect(figures.ended.timeout).toBeGreaterThan(20);
  });

  test('opens as many as it needs once it may', async () => {
    const node = await fakeNode({ serviceMs: 200 });
    let asked = 0;
    const many = { connections: 1, maxInFlight: 20, timeoutMs: 20_000 };
    const figures = await open({ address: node.address, ...many, mayReconnect: async () => ++asked > 1 });
    // One connection carries one call at a time. On a busy machine calls are due together, and those beyond 20 are not sent.
    expect(figures.ended.result).toBeGreaterThan(10);
    expect(asked).toBeGreaterThan(1);
  });
});
