import { expect, test } from 'vitest';
import { MergedSeries } from './merged-series.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

const seriesOf = (count: number, limit: number): readonly Range[] => {
  const series = new MergedSeries<Range>((earlier, later) => ({ from: earlier.from, to: later.to }), limit);
  for (let value = 0; value < count; value++) series.add({ from: value, to: value });
  return series.entries;
};

test('keeps each value as long as there are few', () => {
  expect(seriesOf(4, 4)).toEqual([0, 1, 2, 3].map((value) => ({ from: value, to: value })));
});

test.each([5, 8, 9, 31, 32, 33, 100_000])('of %i values, has a bounded number of entries that follow each other without a gap', (count) => {
  const entries = seriesOf(count, 8);
  expect(entries.length).toBeLessThanOrEqual(8);
  expect(entries.length).toBeGreaterThan(Math.min(count, 8) / 2);
  expect(entries[0]?.from).toBe(0);
  expect(entries.at(-1)?.to).toBe(count - 1);
  for (const [index, { from }] of entries.entries()) expect(from).toBe((entries[index - 1]?.to ?? -1) + 1);
});

test('merges as many values in each entry, but for the last', () => {
  const sizes = seriesOf(100, 8).map(({ from, to }) => to - from + 1);
  expect(sizes).toEqual([16, 16, 16, 16, 16, 16, 4]);
});
