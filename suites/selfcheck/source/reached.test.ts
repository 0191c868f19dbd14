import { expect, test } from 'vitest';
import { fakeCase } from '../../../engine/testing/fakes.ts';
import type { CleanCase } from '../clean-case.ts';
import { Reached } from './reached.ts';

test('what a case reaches by starting a node again is kept apart from what its calls reach', () => {
  const [calls, restarts] = [fakeCase('a/calls'), fakeCase('a/restarts')];
  const passed = [calls, restarts].map((testCase): CleanCase => ({ testCase, calls: new Map(), durationMs: 1, waived: new Map() }));
  const reached = new Reached();
  const atRestart = new Set<string>();
  reached.note(calls, new Map([['1', 5]]), { atStart: new Set(['2', '3']), atRestart });
  atRestart.add('2');
  reached.note(restarts, new Map([['1', 1]]), { atStart: new Set(['2', '3']), atRestart });
  atRestart.clear(); // the next case begins
  const ids = (cases: Map<string, CleanCase[]>): Record<string, string[]> =>
    Object.fromEntries([...cases].map(([id, some]) => [id, some.map(({ testCase }) => testCase.id)]));
  expect(ids(reached.casesOf(passed))).toEqual({ 1: [calls.id, restarts.id] });
  expect(ids(reached.restartsOf(passed))).toEqual({ 2: [restarts.id] });
  expect([...reached.atStart]).toEqual(['2', '3']);
  expect(reached.hitsOf(calls, { id: '1' })).toBe(5);
});
