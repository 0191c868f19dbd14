import { describe, expect, it } from 'vitest';
import { Random } from '../../fixtures/world/random.ts';
import { Histogram, HistogramError } from './histogram.ts';
import { mean, quantile } from './quantile.ts';

const of = (values: readonly number[]) => {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return histogram;
};
const random = new Random('histogram');
/** From microseconds to minutes, all magnitudes alike. */
const values = Array.from({ length: 20_000 }, () => Math.round(10 ** (random.integer(0, 8_200) / 1_000)));
const QS = [0.001, 0.5, 0.9, 0.95, 0.99, 0.999, 1];

describe('Histogram', () => {
  it('has the quantiles of the values, to 0.1 %', () => {
    const histogram = of(values);
    expect(histogram.count).toBe(values.length);
    for (const q of QS) expect(Math.abs(histogram.quantileUs(q) / quantile(values, q) - 1)).toBeLessThan(0.001);
    expect(Math.abs(histogram.meanUs / mean(values) - 1)).toBeLessThan(0.001);
    expect(histogram.maxUs).toBe(Math.max(...values));
  });

  it('is exact below 2 ms', () => {
    const histogram = of([0, 1, 999, 1_000, 2_000]);
    expect([0.1, 0.3, 0.6, 0.8, 1].map((q) => histogram.quantileUs(q))).toEqual([0, 1, 999, 1_000, 2_000]);
  });

  it('merged from parts is that of all values, bucket by bucket', () => {
    const merged = new Histogram();
    for (let from = 0; from < values.length; from += 3_000) merged.add(of(values.slice(from, from + 3_000)));
    expect([...merged.bins()]).toEqual([...of(values).bins()]);
  });

  it('survives being written and read', () => {
    const histogram = of(values);
    const read = Histogram.fromBase64(histogram.toBase64());
    expect([...read.bins()]).toEqual([...histogram.bins()]);
    for (const q of QS) expect(Math.abs(read.quantileUs(q) / histogram.quantileUs(q) - 1)).toBeLessThan(0.001);
    expect(Histogram.fromBase64(new Histogram().toBase64()).count).toBe(0);
  });

  it('writes what other readers of HDR histograms know: V2, compressed', () => {
    expect(Buffer.from(of([1]).toBase64(), 'base64').readUInt32BE(0)).toBe(0x1c849314);
  });

  it('has bins that hold every value once', () => {
    const bins = [...of(values).bins()];
    const sorted = [...values].sort((a, b) => a - b);
    let next = 0;
    for (const { fromUs, toUs, count } of bins) {
      const held = sorted.slice(next, (next += count));
      expect([held[0]! >= fromUs, held.at(-1)! <= toUs, sorted[next] === undefined || sorted[next]! > toUs]).toEqual([true, true, true]);
    }
    expect(next).toBe(values.length);
  });

  it('is empty at first, and after a reset', () => {
    const histogram = of([5]);
    histogram.reset();
    for (const { count, maxUs, meanUs } of [histogram, new Histogram()]) expect([count, maxUs, meanUs]).toEqual([0, 0, 0]);
    expect(histogram.quantileUs(0.99)).toBe(0);
  });

  it.each(['', 'not base64!', 'AAAA', Buffer.from('{"a":1}').toString('base64')])('refuses %j', (text) => {
    expect(() => Histogram.fromBase64(text)).toThrow(HistogramError);
  });

  it('refuses what is no duration', () => {
    for (const none of [-1, Number.NaN, Infinity]) expect(() => new Histogram().record(none)).toThrow(RangeError);
  });
});
