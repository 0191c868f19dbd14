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
