import { expect, test } from 'vitest';
import { otherSelections, type TrendRun } from './trend.ts';

const run = (passed: number, failed = 0): TrendRun =>
  ({ totals: { passed, failed, observed: 0, waived: 0, skipped: 0, inapplicable: 0 } }) as unknown as TrendRun;

test('runs of other numbers of cases are named, as no trend leads from one to the other', () => {
  expect(otherSelections([run(4_000, 62), run(4_050, 12)])).toBeUndefined();
  expect(otherSelections([run(4_000, 62), run(90, 3), run(4_062)])).toBe(
    'These runs are of different cases (4,062, 93): a line from one to the next is no trend.',
  );
});
