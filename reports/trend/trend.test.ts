import { expect, test } from 'vitest';
import type { PastRun } from '../earlier-run.ts';
import { unlikeSelections } from './trend.ts';

const runOf = (planned: number, startedAt: string): PastRun =>
  ({ folder: startedAt, digest: { planned, start: { startedAt } } }) as unknown as PastRun;

test('runs of different selections are said to be such', () => {
  const [first, second] = [runOf(4062, '2026-01-01'), runOf(93, '2026-01-02')];
  expect(unlikeSelections([first, second])).toBe('The runs selected different cases (4,062, 93): their counts cannot be compared.');
  expect(unlikeSelections([first, runOf(4062, '2026-01-03')])).toBeUndefined();
});
