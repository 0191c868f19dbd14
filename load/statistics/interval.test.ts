import { describe, expect, it } from 'vitest';
import { studentQuantile, tInterval } from './interval.ts';

describe('studentQuantile', () => {
  // scipy.stats.t.ppf of 0.95, 0.975 and 0.995: two-sided 90, 95 and 99 %
  it.each([
    [1, [6.313751514675037, 12.706204736174694, 63.656741162871526]],
    [2, [2.9199855803537242, 4.302652729749462, 9.924843200918287]],
    [3, [2.3533634348018233, 3.1824463052837078, 5.840909309733355]],
    [4, [2.1318467863266495, 2.7764451051977934, 4.604094871349992]],
    [9, [1.833112932656237, 2.262157162798205, 3.249835541592126]],
    [30, [1.697260886593957, 2.0422724563012378, 2.7499956535672254]],
    [1000, [1.6463788172854643, 1.9623390808264083, 2.580754698065951]],
  ])('of %i degrees of freedom', (degrees, expected) => {
    for (const [index, confidence] of [0.9, 0.95, 0.99].entries())
      expect(studentQuantile(confidence, degrees) / (expected[index] ?? 0)).toBeCloseTo(1, 10);
  });
});

describe('tInterval', () => {
  it('is the one of scipy.stats.t.interval', () => {
    const { mean = 0, low = 0, high = 0 } = tInterval([4.1, 3.9, 4.4, 4.0, 4.3]) ?? {};
    expect(mean).toBeCloseTo(4.14, 12);
    expect(low).toBeCloseTo(3.882523073207092, 10);
    expect(high).toBeCloseTo(4.3974769267929075, 10);
  });

  it('needs two values, and has no width where they agree', () => {
    expect(tInterval([1])).toBeUndefined();
    expect(tInterval([])).toBeUndefined();
    expect(tInterval([2, 2, 2])).toEqual({ mean: 2, low: 2, high: 2 });
  });
});
