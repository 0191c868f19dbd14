import { expect, test } from 'vitest';
import { sampleSelfcheck } from './testing/sample-selfcheck-results.ts';
import { selfcheckVerdict } from './verdict.ts';

const good = { ...sampleSelfcheck, complete: true, internalErrors: [], staleExceptions: [] };
const failed = [1, 2, 3].map((n) => ({ id: `rules/a/${n}`, message: 'no answer' }));
const verdictWith = (passed: number): ReturnType<typeof selfcheckVerdict> =>
  selfcheckVerdict({ ...good, cases: { ...good.cases, passed, failed } });

test('a selfcheck on a node on which most cases fail without a fault shows nothing', () => {
  const { title, code, reasons } = verdictWith(2);
  expect([title, code]).toEqual(['Inconclusive', 1]);
  expect(reasons).toContain('Most cases (3 of 5) failed without a fault: what was found says nothing about the suites.');
});

test('if some cases fail without a fault, the others still find faults', () => {
  expect(verdictWith(3)).toMatchObject({ title: 'Passed with remarks', code: 0 });
});
