import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fakeCase, FakeTarget, runOptions } from './testing/fakes.ts';
import { inShort, outcomesOf, passes } from './testing/outcomes.ts';

test('no case is begun after the time given: those left have no outcome, and what failed is confirmed', async () => {
  const target = new FakeTarget();
  const options = { ...runOptions(target), timeMs: 50 };
  const long = fakeCase('long', async (t) => {
    await sleep(60);
    t.ok(false, 'it does not hold', { circumstance: 'state' });
  });
  expect(inShort(await outcomesOf([passes, long, fakeCase('left')], target, options))).toEqual(['passes passed', 'long failed in place']);
  expect(options.events.at(-1)).toEqual({ type: 'stopped', reason: 'the time given was used up', cause: 'time' });
});
