import { describe, expect, test } from 'vitest';
import type { LoadResults } from '../../load/results.ts';
import { courseOf, rateIn } from './course.ts';
import { wholeSample } from './testing/sample-load-results.ts';

type Seconds = LoadResults['seconds'];
const [sample] = wholeSample.seconds as [Seconds[number]];
const second = (of: number, over: Partial<Seconds[number]> = {}): Seconds[number] => ({ ...sample, second: of, ...over });
const repeat = { ...wholeSample.repeats![0]!, durationMs: 2_500 };

describe('courseOf', () => {
  test('repeats follow each other without what came after the end of each, whose latencies are in the last second', () => {
    const of = (from: number, number: number): Seconds => [
      second(from, { repeat: number, measuredMs: 1_000, p99Us: 10, maxUs: 20 }),
      second(from + 1, { repeat: number, measuredMs: 1_000, p99Us: 10, maxUs: 20 }),
      second(from + 2, { repeat: number, measuredMs: 500, p99Us: 10, maxUs: 20 }),
      second(from + 3, { repeat: number, measuredMs: 0, p99Us: 900, maxUs: 950 }),
    ];
    const course = courseOf({ durationMs: 5_000, repeats: [repeat, repeat], seconds: [...of(0, 1), ...of(4, 2)] });
    expect(course.map(({ atS, maxUs, isLast }) => [atS, maxUs, isLast])).toEqual([
      [0, 20, false],
      [1, 20, false],
      [2, 950, true],
      [2.5, 20, false],
      [3.5, 20, false],
      [4.5, 20, true],
      // After the last there is room for it.
      [5.5, 950, true],
    ]);
  });

  test('one measurement has its seconds as they are', () => {
    const course = courseOf({ durationMs: 2_000, repeats: undefined, seconds: [second(0), second(1), second(2, { measuredMs: 0 })] });
    expect(course.map(({ atS, measuredMs }) => [atS, measuredMs])).toEqual([
      [0, 1_000],
      [1, 1_000],
      [2, 0],
    ]);
  });
});

test('a rate is one of a whole second, also where more or less of it was measured', () => {
  const [longer, shorter, tooShort, after] = [1_250, 500, 400, 0].map((measuredMs) => ({ ...sample, measuredMs, atS: 0, isLast: false }));
  expect([longer, shorter, tooShort, after].map((of) => rateIn(of!, 500))).toEqual([400, 1_000, undefined, undefined]);
});
