import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeCase, FakeTarget, runOptions } from './testing/fakes.ts';
import { inShort, outcomesOf, passes } from './testing/outcomes.ts';

test('no case is begun after the time given: those left have no outcome, and what failed is confirmed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const target = new FakeTarget();
  const options = { ...runOptions(target), timeMs: 50 };
  const long = fakeCase('long', async (t) => {
    vi.advanceTimersByTime(60);
    t.ok(false, 'it does not hold', { circumstance: 'state' });
  });
  expect(inShort(await outcomesOf([passes, long, fakeCase('left')], target, options))).toEqual(['passes passed', 'long failed in place']);
  expect(options.events.at(-1)).toEqual({ type: 'stopped', reason: 'the time given was used up', cause: 'time' });
});

test('with a time given, several jobs begin the cases in the order of the plan, also those that wait', async () => {
  const plan = [passes, fakeCase('second'), fakeCase('waits', undefined, { profile: 'tpstest' }), fakeCase('last')];
  const firstNode = async (timeMs?: number): Promise<string | undefined> => {
    const target = new FakeTarget();
    await outcomesOf(plan, target, { ...runOptions(target, { jobs: 4 }), ...(timeMs !== undefined && { timeMs }) });
    return target.nodes[0]?.profile;
  };
  expect([await firstNode(), await firstNode(60_000)]).toEqual(['tpstest', 'default']);
});
