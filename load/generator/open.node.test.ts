import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { quantile } from '../statistics/quantile.ts';
import { fakeNode, fakeProcess } from '../testing/fake-node-of-test.ts';
import { spawnFakeNode } from '../testing/fake-node-process.ts';
import { FAKE_RESULT, startFakeNode } from '../testing/fake-node.ts';
import { singleServerLatencies } from '../testing/lindley.ts';
import { nodeLatencies } from '../testing/node-latencies.ts';
import { calls, sampleCall } from '../testing/sample-calls.ts';
import { steady } from './arrivals.ts';
import { GeneratorError } from './open-connections.ts';
import { OpenRun } from './open.ts';
import type { GeneratorFigures, GeneratorOptions, SecondFigures } from './types.ts';

interface Load extends Partial<GeneratorOptions> {
  readonly address: string;
  readonly rate: number;
}

const run = ({ rate, durationMs = 1_000, ...options }: Load): Promise<GeneratorFigures> =>
  new OpenRun(
    { source: calls(), connections: 4, maxInFlight: 4, timeoutMs: 60_000, durationMs, model: { type: 'closed' }, ...options },
    steady(rate, durationMs),
  ).run();

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('the open model', () => {
  it('sends every planned call, and counts each once', async () => {
    const seconds: SecondFigures[] = [];
    const node = await fakeNode();
    const figures = await run({ address: node.address, rate: 200, durationMs: 2_500, onSecond: (second) => seconds.push(second) });
    expect(figures).toMatchObject({ planned: 500, sent: 500, answered: 500, abandoned: 0, errors: [], complete: true, durationMs: 2_500 });
    expect(figures.ended.result).toBe(500);
    expect(node.received).toBe(500);
    for (const histogram of [figures.latency, figures.service, figures.lateness]) expect(histogram.count).toBe(500);
    expect(figures.methods.map(({ method, planned, ended }) => [method, planned, ended.result])).toEqual([['getblockcount', 500, 500]]);
    expect(figures.seconds.slice(0, 3).map(({ second, planned }) => [second, planned])).toEqual([
      [0, 200],
      [1, 200],
      [2, 100],
    ]);
    for (const key of ['sent', 'ended', 'results'] as const) expect(sum(figures.seconds.map((second) => second[key]))).toBe(500);
    expect(seconds.map(({ second }) => second)).toEqual(figures.seconds.map(({ second }) => second));
  });

  it.each([
    [{ answer: { body: FAKE_RESULT, manner: 'chunked' } }, 'result', undefined],
    [{ answer: { body: FAKE_RESULT, manner: 'close' } }, 'result', undefined],
    [{ answer: { status: 500, body: '{"result":null,"error":{"code":-5,"message":"no"},"id":"pyx-load"}' } }, 'rpc-error', -5],
    [{ answer: { status: 503, body: 'Work queue depth exceeded' } }, 'work-queue', undefined],
    [{ answer: { status: 401, body: '' } }, 'http', 401],
    [{ answer: { body: FAKE_RESULT, manner: 'abrupt' } }, 'connection', undefined],
    [{ answer: { body: '{' } }, 'malformed', undefined],
  ] as const)('classifies %j as %s', async (behaviour, kind, code) => {
    const { address } = await fakeNode(behaviour);
    const figures = await run({ address, rate: 100, durationMs: 200 });
    expect(figures.ended[kind]).toBe(20);
    const isError = kind !== 'result';
    expect(figures.errors.map((error) => [error.class, error.code, error.count])).toEqual(isError ? [[kind, code, 20]] : []);
    // What fails quickly must not make the node look fast.
    expect(figures.latency.count).toBe(kind === 'result' || kind === 'rpc-error' ? 20 : 0);
    expect(figures).toMatchObject({ complete: true, resultsInTime: isError ? 0 : expect.any(Number) });
  });

  it('counts a timeout with the time that was waited, also for calls that no connection was free for', async () => {
    const { address } = await fakeNode({ answer: { body: '', manner: 'silent' } });
    // All are due within 10 ms, so that they are given up together.
    const figures = await run({ address, rate: 10_000, durationMs: 10, connections: 2, maxInFlight: 2, timeoutMs: 500 });
    expect(figures.ended.timeout).toBe(100);
    expect(figures.sent).toBeLessThan(100);
    expect(figures.sent).toBeGreaterThanOrEqual(2);
    expect(figures.latency.count).toBe(100);
    expect(figures.latency.quantileUs(0.01)).toBeGreaterThanOrEqual(500_000);
    expect(figures).toMatchObject({ answered: 0, abandoned: 0, complete: true });
  });

  it('does not take the late answer to a call that timed out for that of the next', async () => {
    const { address } = await fakeNode({ slow: { every: 2, delayMs: 150 } });
    const figures = await run({ address, rate: 20, connections: 1, maxInFlight: 1, timeoutMs: 100 });
    expect(figures.ended.result + figures.ended.timeout).toBe(20);
    expect(figures.ended.timeout).toBeGreaterThanOrEqual(10);
    expect(figures.ended.malformed).toBe(0);
  });

  it('opens further connections when all are busy, up to the calls in flight that are allowed', async () => {
    const { address } = await fakeNode({ serviceMs: 300 });
    const figures = await run({ address, rate: 100, durationMs: 100, connections: 1, maxInFlight: 10 });
    // Ten at once: none waits for another.
    expect(figures.latency.quantileUs(0.5)).toBeLessThan(2 * 300_000);
    const bounded = await run({ address, rate: 100, durationMs: 100, connections: 1, maxInFlight: 1 });
    expect(bounded.latency.maxUs).toBeGreaterThan(10 * 300_000 - 100_000);
  });

  it('ends early when asked, with what was measured until then', async () => {
    const { address } = await fakeNode({ slow: { every: 10, delayMs: 600_000 } });
    const stop = new AbortController();
    const figures = await run({
      address,
      rate: 100,
      durationMs: 60_000,
      signal: stop.signal,
      onSecond: ({ second }) => second === 0 && stop.abort(),
    });
    expect(figures.complete).toBe(false);
    expect(figures.durationMs).toBeGreaterThanOrEqual(1_000);
    expect(figures.durationMs).toBeLessThan(60_000);
    expect(figures.abandoned).toBeGreaterThan(0);
    expect(figures.planned).toBe(figures.ended.result + figures.abandoned);
    expect(figures.errors).toEqual([]);
  });

  it('ends when nothing is left to send, which is complete', async () => {
    const { address } = await fakeNode();
    const figures = await run({ address, rate: 100, durationMs: 60_000, source: calls(30) });
    expect(figures).toMatchObject({ planned: 30, answered: 30, complete: true, durationMs: 300 });
  });

  it('goes on when the node dies, and counts what fails then', async () => {
    const node = await startFakeNode();
    const figures = await run({ address: node.address, rate: 100, onSecond: undefined, source: dying(50, () => void node.close()) });
    expect(figures.planned).toBe(100);
    expect(figures.ended.connection).toBeGreaterThanOrEqual(40);
    expect(figures.ended.result).toBeGreaterThanOrEqual(40);
    expect(figures).toMatchObject({ complete: true });
    expect(figures.errors[0]?.example).toMatch(/ECONNREFUSED|ECONNRESET|closed/);
  });

  it('refuses to begin where nothing listens', async () => {
    const node = await startFakeNode();
    await node.close();
    await expect(run({ address: node.address, rate: 1 })).rejects.toThrow(GeneratorError);
    await expect(run({ address: node.address, rate: 1 })).rejects.toThrow(/ECONNREFUSED.*check that the node runs/);
  });

  it('passes the bodies of results on', async () => {
    const { address } = await fakeNode();
    const bodies: string[] = [];
    await run({ address, rate: 400, onBody: ({ call }, body) => bodies.push(`${call.method} ${body.toString()}`) });
    expect(bodies).toEqual(Array.from({ length: 400 }, () => `getblockcount ${FAKE_RESULT}`));
  });

  it('counts its own delay in the latency, records it, and does not call it the delay of the node', async () => {
    const { address } = await fakeProcess({});
    let asked = 0;
    const source = () => {
      // The thread stands still, as in a long pause for garbage.
      if (++asked === 50) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
      return sampleCall;
    };
    const figures = await run({ address, rate: 100, source });
    expect(figures.lateness.maxUs).toBeGreaterThan(350_000);
    expect(figures.latency.maxUs).toBeGreaterThan(350_000);
    expect(figures.saturated?.reason).toMatch(/were sent \d+\.\d ms late/);
  });

  it('does not call itself saturated because the node is slow', async () => {
    const { address } = await fakeProcess({ serviceMs: 10, servers: 'one' });
    const figures = await run({ address, rate: 200, durationMs: 2_000 });
    // Arrivals at twice the capacity: the last call waits as long as the load took.
    expect(figures.latency.maxUs).toBeGreaterThan(1_900_000);
    expect(figures.resultsInTime).toBeLessThan(250);
    expect(figures.saturated).toBeUndefined();
  });
});

describe('percentiles of the open model', () => {
  interface Truth {
    readonly arithmeticMs: readonly number[];
    /** As the node has seen it: more, where the machine kept it from answering in time. */
    readonly nodeMs: readonly number[];
    /** So long the machine kept this process from reading an answer, at most. */
    readonly heldUpMs: number;
  }

  /** Within 5 % of arithmetic, and of what is known of the machine's own delays. */
  function expectPercentiles(figures: GeneratorFigures, qs: readonly number[], { arithmeticMs, nodeMs, heldUpMs }: Truth): void {
    for (const q of qs) {
      const measured = figures.latency.quantileUs(q) / 1000;
      expect(measured / quantile(arithmeticMs, q), `quantile ${q} by arithmetic`).toBeGreaterThan(0.95);
      const truth = Math.max(quantile(arithmeticMs, q), quantile(nodeMs, q));
      const message = `quantile ${q}: ${measured} ms, the node ${truth} ms, held up for ${heldUpMs} ms`;
      expect(Math.abs(measured - truth), message).toBeLessThan(0.05 * truth + heldUpMs);
    }
  }

  async function heldUp(work: () => Promise<GeneratorFigures>): Promise<[GeneratorFigures, number]> {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const figures = await work();
    delay.disable();
    // Its timer is a few milliseconds late by itself.
    return [figures, Math.max(0, delay.max / 1e6 - 5)];
  }
  const slow = { every: 100, delayMs: 200 };
  const isSlow = (index: number): boolean => index % slow.every === slow.every - 1;
  const due = (rate: number, count: number): number[] => Array.from({ length: count }, (_, index) => (index * 1000) / rate);

  it('are what arithmetic says for a node that delays every 100th answer by 200 ms', async () => {
    const node = await spawnFakeNode({ slow, log: true });
    const load = { address: node.address, rate: 250, durationMs: 8_000, connections: 64, maxInFlight: 64 };
    const [figures, heldUpMs] = await heldUp(() => run(load));
    // 20 of 2,000 are delayed, and delay no others.
    const dueMs = due(250, 2_000);
    const arithmeticMs = dueMs.map((_, index) => (isSlow(index) ? slow.delayMs : 0));
    const nodeMs = nodeLatencies(await node.close(), dueMs);
    expectPercentiles(figures, [0.991, 0.995, 0.999], { arithmeticMs, nodeMs, heldUpMs });
    expect(figures.latency.quantileUs(0.9)).toBeLessThan(100_000);
  });

  it('are what arithmetic says when all calls wait for the delayed one', async () => {
    const node = await spawnFakeNode({ slow, log: true });
    const load = { address: node.address, rate: 200, durationMs: 6_000, connections: 1, maxInFlight: 1 };
    const [figures, heldUpMs] = await heldUp(() => run(load));
    const dueMs = due(200, 1_200);
    const arithmeticMs = singleServerLatencies(dueMs, (index) => (isSlow(index) ? slow.delayMs : 0));
    const nodeMs = nodeLatencies(await node.close(), dueMs);
    expectPercentiles(figures, [0.9, 0.99, 0.999], { arithmeticMs, nodeMs, heldUpMs });
  });
});

function dying(after: number, die: () => void): GeneratorOptions['source'] {
  let asked = 0;
  return () => {
    if (++asked === after) die();
    return sampleCall;
  };
}
