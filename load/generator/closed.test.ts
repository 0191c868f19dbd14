import { describe, expect, it } from 'vitest';
import { fakeNode } from '../testing/fake-node-of-test.ts';
import { FAKE_RESULT, startFakeNode } from '../testing/fake-node.ts';
import { calls, sampleCall } from '../testing/sample-calls.ts';
import { ClosedRun } from './closed.ts';
import { GeneratorError } from './open-connections.ts';
import type { GeneratorOptions } from './types.ts';

const run = (options: Partial<GeneratorOptions> & { readonly address: string }) =>
  new ClosedRun({
    source: calls(),
    connections: 4,
    maxInFlight: 4,
    timeoutMs: 60_000,
    durationMs: 500,
    model: { type: 'closed' },
    ...options,
  }).run();

describe('the closed model', () => {
  it('has one call in flight on each connection, and counts each once', async () => {
    const node = await fakeNode({ serviceMs: 20 });
    const figures = await run({ address: node.address, durationMs: 1_000 });
    expect(figures).toMatchObject({ abandoned: 0, errors: [], complete: true, durationMs: 1_000, saturated: undefined });
    expect(figures.planned).toBe(node.received);
    expect(figures.ended.result).toBe(node.received);
    expect(figures.latency.count).toBe(node.received);
    // A connection cannot send more than every 20 ms.
    expect(node.received).toBeLessThanOrEqual(4 * (1_000 / 20 + 1));
    expect(node.received).toBeGreaterThan(8);
    expect(figures.latency.quantileUs(0.01)).toBeGreaterThanOrEqual(19_000);
    expect(figures.lateness.count).toBe(0);
  });

  it('ends when nothing is left to send, each call being sent once', async () => {
    for (const count of [2, 50]) {
      const node = await fakeNode();
      const figures = await run({ address: node.address, source: calls(count), durationMs: 60_000 });
      expect(figures).toMatchObject({ planned: count, answered: count, complete: true, abandoned: 0 });
      expect(figures.durationMs).toBeLessThan(60_000);
      expect(node.received).toBe(count);
    }
  });

  it.each([
    [{ answer: { status: 500, body: '{"result":null,"error":{"code":-5,"message":"no"},"id":"pyx-load"}' } }, 'rpc-error', -5],
    [{ answer: { status: 503, body: 'Work queue depth exceeded' } }, 'work-queue', undefined],
    [{ answer: { status: 401, body: '' } }, 'http', 401],
    [{ answer: { body: '{' } }, 'malformed', undefined],
    [{ answer: { body: FAKE_RESULT, manner: 'abrupt' } }, 'connection', undefined],
  ] as const)('classifies %j as %s', async (behaviour, kind, code) => {
    const { address } = await fakeNode(behaviour);
    const figures = await run({ address, source: calls(20), durationMs: 60_000 });
    expect(figures.ended[kind]).toBe(20);
    expect(figures.errors.map((error) => [error.class, error.code, error.count])).toEqual([[kind, code, 20]]);
  });

  it('sends a call once that times out, and another one after it', async () => {
    const node = await fakeNode({ answer: { body: '', manner: 'silent' } });
    const figures = await run({ address: node.address, source: calls(4), connections: 2, timeoutMs: 1_000, durationMs: 60_000 });
    expect(figures).toMatchObject({ planned: 4, answered: 0, complete: true });
    expect(figures.ended.timeout).toBe(4);
    expect(figures.latency.quantileUs(0.1)).toBeGreaterThanOrEqual(990_000);
    expect(node.received).toBe(4);
  });

  it('counts as a timeout what would have been answered after it', async () => {
    const { address } = await fakeNode({ serviceMs: 300 });
    const figures = await run({ address, source: calls(4), timeoutMs: 100, durationMs: 60_000 });
    expect(figures.ended.timeout).toBe(4);
  });

  it('ends early when asked', async () => {
    const { address } = await fakeNode({ serviceMs: 5 });
    const stop = new AbortController();
    const figures = await run({ address, durationMs: 60_000, signal: stop.signal, onSecond: () => stop.abort() });
    expect(figures.complete).toBe(false);
    expect(figures.durationMs).toBeGreaterThanOrEqual(1_000);
    expect(figures.durationMs).toBeLessThan(60_000);
    expect(figures.planned).toBe(figures.ended.result + figures.abandoned);
    expect(figures.ended.result).toBeGreaterThan(0);
  });

  it('ends when the node is gone', async () => {
    const node = await startFakeNode({ serviceMs: 1 });
    let asked = 0;
    const source = () => {
      if (++asked === 50) void node.close();
      return sampleCall;
    };
    const figures = await run({ address: node.address, source, durationMs: 60_000 });
    expect(figures.complete).toBe(false);
    expect(figures.ended.result).toBeGreaterThan(0);
    expect(figures.ended.connection).toBeGreaterThan(0);
    expect(figures.durationMs).toBeLessThan(60_000);
  });

  it('refuses to begin where nothing listens', async () => {
    const node = await startFakeNode();
    await node.close();
    await expect(run({ address: node.address })).rejects.toThrow(GeneratorError);
  });

  it('passes the bodies of results on, and follows the path of each call', async () => {
    const { address } = await fakeNode();
    const bodies: string[] = [];
    const source = calls(40);
    await run({ address, source, durationMs: 60_000, onBody: (_, body) => bodies.push(body.toString()) });
    expect(bodies).toEqual(Array.from({ length: 40 }, () => FAKE_RESULT));
  });
});
