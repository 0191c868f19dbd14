import { afterEach, expect, test, vi } from 'vitest';
import type { Reply } from '../../client/types.ts';
import type { RunningNode } from '../../fixtures/targets/types.ts';
import { parseFault } from '../faults/parse-fault.ts';
import type { NodeFault } from '../faults/types.ts';
import type { OutcomeClass, Sample } from '../generator/types.ts';
import { DisturbedLoad } from './disturbed-load.ts';

const call = { method: 'getblockcount', path: '/', body: Buffer.alloc(0) } as const;

/** A node whose faults are noted, and what a load on it sees. */
function disturbed(fault: string, { durationMs = 40, signal = new AbortController().signal } = {}) {
  const done: string[] = [];
  const wallets = new Set(['w']);
  let end = (): void => undefined;
  const ended = new Promise<string>((resolve) => {
    end = () => resolve('signal SIGKILL');
  });
  const node = {
    client: {
      address: 'http://127.0.0.1:1',
      call: async (method: string, params: readonly unknown[]): Promise<Reply> => {
        if (method === 'loadwallet') wallets.add(String(params[0]));
        done.push([method, ...params].join(' '));
        return { type: 'result', result: method === 'listwallets' ? [...wallets] : null, durationMs: 0 };
      },
    },
    ended,
    signals: {
      kill: async () => {
        done.push('kill');
        wallets.clear();
        end();
      },
      pause: async () => void done.push('pause'),
      resume: async () => void done.push('resume'),
    },
    startAgain: async () => void done.push('start'),
  } as unknown as RunningNode;
  const load = new DisturbedLoad({
    node,
    faults: [parseFault(fault) as NodeFault],
    durationMs,
    signal,
    onStarted: () => done.push('watched'),
  });
  const startedMs = performance.now();
  const us = (atMs: number): number => Math.max(0, Math.round((atMs - startedMs) * 1_000));
  const sees = (kind: OutcomeClass, sentMs: number, code?: number): void => {
    const sample: Sample = { call, intendedAtUs: us(sentMs), sentAtUs: us(sentMs), endedAtUs: us(performance.now()), class: kind, code };
    load.ended(sample, { message: kind });
  };
  return { load, done, sees };
}

afterEach(() => void vi.useRealTimers());

test('a node that is killed is started again with its wallets, and its end is expected', async () => {
  const { load, done } = disturbed('kill@50%');
  const run = load.run();
  expect(load.isEnding).toBe(false);
  await run;
  expect(done).toEqual(['listwallets', 'kill', 'start', 'watched', 'listwallets', 'loadwallet w']);
  expect(load.isEnding).toBe(false);
  expect(load.results).toMatchObject([{ fault: 'kill@50%', kind: 'kill', firstAnswerAfterMs: null, failed: 0, errors: [] }]);
  expect(load.results[0]?.overAfterMs).toBeGreaterThanOrEqual(0);
});

test('errors count until the first answer to a call that was sent when the node was down', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { load, sees } = disturbed('kill@0%');
  const beforeMs = performance.now();
  vi.advanceTimersByTime(5);
  sees('connection', beforeMs); // before the fault
  vi.advanceTimersByTime(5);
  await load.run();
  vi.advanceTimersByTime(5);
  const downMs = performance.now();
  sees('connection', beforeMs); // in flight when it was killed
  sees('result', beforeMs - 1); // answered before
  sees('rpc-error', downMs, -28);
  sees('connection', downMs);
  expect(load.results[0]?.firstAnswerAfterMs).toBeNull();
  sees('result', downMs);
  vi.advanceTimersByTime(5);
  sees('timeout', performance.now()); // due after the first answer
  sees('timeout', downMs); // due before it
  expect(load.results).toMatchObject([
    {
      failed: 4,
      errors: [
        { class: 'connection', count: 2 },
        { class: 'rpc-error', code: -28, count: 1 },
        { class: 'timeout', count: 1 },
      ],
    },
  ]);
  expect(load.results[0]?.firstAnswerAfterMs).toBeGreaterThan(0);
});

test('a clock without an end is right again at the end', async () => {
  const { load, done } = disturbed('clock:+90s@50%');
  await load.run();
  expect(done).toEqual([expect.stringMatching(/^setmocktime \d{10}$/), 'setmocktime 0']);
});

test('a node that halts is resumed when the load is ended early', async () => {
  const over = new AbortController();
  const { load, done } = disturbed('pause@0%-100%', { durationMs: 60_000, signal: over.signal });
  const run = load.run();
  await vi.waitFor(() => expect(done).toEqual(['pause']));
  over.abort();
  await run;
  expect(done).toEqual(['pause', 'resume']);
});
