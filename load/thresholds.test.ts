import { describe, expect, it } from 'vitest';
import { Histogram } from './statistics/histogram.ts';
import { judge, parseThreshold, requireTarget, showValue, ThresholdError, type JudgedFigures } from './thresholds.ts';

const parsed = (text: string) => {
  const { metric, operator, limit } = parseThreshold(text);
  return [metric, operator, limit.value, limit.unit];
};

const failure = (text: string): string => {
  try {
    parseThreshold(text);
  } catch (error) {
    if (error instanceof ThresholdError) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('parseThreshold', () => {
  it.each([
    ['p99 < 50ms', ['p99', '<', 50_000, 'us']],
    ['p50<=800µs', ['p50', '<=', 800, 'us']],
    ['p99.9 < 1.5 s', ['p99.9', '<', 1_500_000, 'us']],
    ['  max < 2s ', ['max', '<', 2_000_000, 'us']],
    ['mean < 250 us', ['mean', '<', 250, 'us']],
    ['errors < 0.1%', ['errors', '<', 0.001, 'share']],
    ['refused <= 1 %', ['refused', '<=', 0.01, 'share']],
    ['rate >= 500/s', ['rate', '>=', 500, 'per-second']],
    ['rate > 0.98 * target', ['rate', '>', 0.98, 'times-target']],
    ['rate>=1*target', ['rate', '>=', 1, 'times-target']],
  ])('reads %j', (text, expected) => expect(parsed(text)).toEqual(expected));

  it.each([
    ['', 'expected a metric at character 1, found its end'],
    ['p98 < 5ms', 'expected one of p50, p90, p95, p99, p99.9, max, mean, errors, refused, rate at character 1, found "p98 < 5ms"'],
    ['p99 50ms', 'expected < or <= at character 5, found "50ms"'],
    ['p99 > 50ms', 'expected < or <= at character 5, found "> 50ms"'],
    ['rate < 5/s', 'expected >= or > at character 6, found "< 5/s"'],
    ['p99 < fast', 'expected a number at character 7, found "fast"'],
    ['p99 < -1ms', 'expected a number at character 7, found "-1ms"'],
    ['p99 < 50', 'expected a unit (µs, ms, s) at character 9, found its end'],
    ['p99 < 50 h', 'expected a unit (µs, ms, s) at character 10, found "h"'],
    ['errors < 1', 'expected a percent sign at character 11, found its end'],
    ['rate >= 500', 'expected /s or * target at character 12, found its end'],
    ['rate >= 0.98 * targets', 'expected /s or * target at character 14, found "* targets"'],
    ['p99 < 50ms or so', 'expected its end at character 12, found "or so"'],
  ])('says where %j is wrong', (text, message) => {
    expect(failure(text)).toContain(`Threshold ${JSON.stringify(text)}: ${message}; write it like`);
  });

  it('refuses a share of a target that there is none of', () => {
    expect(() => requireTarget([parseThreshold('rate >= 5/s')])).not.toThrow();
    expect(() => requireTarget([parseThreshold('rate >= 0.5 * target')])).toThrow(/the closed model has no target rate; write a rate/);
  });
});

describe('judge', () => {
  const latency = new Histogram();
  for (let us = 1; us <= 1_000; us++) latency.record(us);
  const figures: JudgedFigures = { latency, calls: 1_000, errors: 10, refused: 4, ratePerS: 97, targetPerS: 100 };
  const judged = (text: string, of = figures) => {
    const { measured, limit, met } = judge(parseThreshold(text), of);
    return [Number(measured.toFixed(6)), limit, met];
  };

  it.each([
    ['p50 < 501us', [500, 501, true]],
    ['p50 < 500us', [500, 500, false]],
    ['p50 <= 500us', [500, 500, true]],
    ['p90 < 1ms', [900, 1_000, true]],
    ['p95 < 1ms', [950, 1_000, true]],
    ['p99 < 1ms', [990, 1_000, true]],
    ['p99.9 < 0.5ms', [999, 500, false]],
    ['max <= 1ms', [1_000, 1_000, true]],
    ['mean < 1ms', [500.5, 1_000, true]],
    ['errors < 1%', [0.01, 0.01, false]],
    ['errors <= 1%', [0.01, 0.01, true]],
    ['refused < 0.5%', [0.004, 0.005, true]],
    ['rate >= 97/s', [97, 97, true]],
    ['rate > 97/s', [97, 97, false]],
    ['rate >= 0.98 * target', [97, 98, false]],
    ['rate >= 0.97 * target', [97, 97, true]],
  ])('holds %j against what was measured', (text, expected) => expect(judged(text)).toEqual(expected));

  it('finds no threshold met where nothing was measured', () => {
    const nothing: JudgedFigures = { latency: new Histogram(), calls: 0, errors: 0, refused: 0, ratePerS: 0, targetPerS: undefined };
    for (const text of ['p99 < 50ms', 'max < 1s', 'mean < 1s', 'errors < 100%', 'refused <= 100%', 'rate >= 0.5 * target'])
      expect(judge(parseThreshold(text), nothing).met, text).toBe(false);
  });
});

describe('showValue', () => {
  it.each([
    ['p99 < 1s', 950, '950 µs'],
    ['p99 < 1s', 12_345, '12.3 ms'],
    ['p99 < 1s', 2_500_000, '2.5 s'],
    ['errors < 1%', 0.00125, '0.125 %'],
    ['rate >= 1/s', 1234.5, '1235/s'],
    ['rate >= 1/s', 9.876, '9.88/s'],
    ['max < 1s', Number.NaN, 'nothing measured'],
  ])('of %j, %d', (text, value, expected) => expect(showValue(parseThreshold(text), value)).toBe(expected));
});
