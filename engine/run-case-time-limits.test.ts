import { afterEach, expect, test, vi } from 'vitest';
import { fakeCase, FakeTarget, result, resultOf, runOptions } from './testing/fakes.ts';
import { tried } from './testing/tried.ts';
import { runCase } from './run-case.ts';
import { Session } from './session.ts';

afterEach(() => vi.useRealTimers());

test('a case that takes too long ends: a finding if a call was not answered, else it is skipped', async () => {
  vi.useFakeTimers();
  const waits = fakeCase('a', async (t) => void (await resultOf(t, 'getthing')));
  const waiting = tried(waits, { answers: (method) => (method === 'getthing' ? new Promise(() => undefined) : result(1)) });
  await vi.advanceTimersByTimeAsync(90_000);
  expect(await waiting).toMatchObject({
    status: 'failed',
    findings: [{ check: 'timeout', evidence: 'health', message: 'getthing: no answer within 90 s' }],
  });
  const hanging = tried(waits, { answers: () => new Promise(() => undefined) });
  await vi.advanceTimersByTimeAsync(110_000);
  expect((await hanging).findings).toMatchObject([
    {
      check: 'unresponsive',
      evidence: 'health',
      message: 'the node no longer answers after getthing: no answer to getblockcount within 10 s; its last lines: out of memory',
    },
  ]);
  const idling = tried(fakeCase('a', () => new Promise(() => undefined), { timeoutMs: 1_000 }));
  await vi.advanceTimersByTimeAsync(6_000);
  const late = await idling;
  expect(late).toMatchObject({ status: 'skipped', reason: 'the case took longer than 6 s; no call of it was left unanswered' });
  expect(late.internal).toBeUndefined();
});

test('an aborted case makes no further calls', async () => {
  vi.useFakeTimers();
  const target = new FakeTarget();
  const options = runOptions(target);
  const session = await Session.open(options, 'default');
  const outcome = runCase(
    fakeCase('a', async (t) => {
      await new Promise((resolve) => setTimeout(resolve, 200_000));
      await resultOf(t, 'setthing');
    }),
    session,
    options,
  );
  await vi.advanceTimersByTimeAsync(300_000);
  expect((await outcome).status).toBe('skipped');
  expect(target.nodes[0]?.called).toEqual([]);
});

test('the time limit of a case applies to each of its calls', async () => {
  const target = new FakeTarget();
  const options = runOptions(target);
  const session = await Session.open(options, 'default');
  await runCase(
    fakeCase(
      'a',
      async (t) => {
        await resultOf(t, 'getthing');
        await resultOf(t, 'getthing', {}, { timeoutMs: 7 });
      },
      { timeoutMs: 120_000 },
    ),
    session,
    options,
  );
  expect(target.nodes[0]?.asked.map((call) => call.options?.timeoutMs)).toEqual([120_000, 7]);
});
