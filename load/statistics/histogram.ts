import { decodeFromCompressedBase64, encodeIntoCompressedBase64, Int32Histogram } from 'hdr-histogram-js';
import { UserError } from '../../specs/model/user-error.ts';

/** A text is no histogram of ours. */
export class HistogramError extends UserError {
  override readonly name = 'HistogramError';
}

/** Values from one histogram bucket. */
export interface Bin {
  /** Lowest and highest value in microseconds that are counted here, both included. */
  readonly fromUs: number;
  readonly toUs: number;
  readonly count: number;
}

const SIGNIFICANT_DIGITS = 3;
/** It grows where a longer duration comes. */
const HIGHEST_US = 60_000_000;

/**
 * Counts durations in whole microseconds, with three significant digits (HDR histogram): quantiles are off by at most
 * 0.1 %, and two histograms are merged exactly.
 */
export class Histogram {
  #counts: Int32Histogram;

  constructor() {
    this.#counts = empty();
  }

  /** Counts a duration, rounded to whole microseconds. Throws `RangeError` for one that is negative or no finite number. */
  record(durationUs: number): void {
    if (!(durationUs >= 0 && durationUs < Infinity)) throw new RangeError(`expected a duration in microseconds, not ${durationUs}`);
    this.#counts.recordValue(Math.round(durationUs));
  }

  /** Adds what another has counted. */
  add(other: Histogram): void {
    this.#counts.add(other.#counts);
  }

  /** Forgets all that was counted. */
  reset(): void {
    this.#counts.reset();
  }

  get count(): number {
    return this.#counts.totalCount;
  }

  /** Longest duration in microseconds; 0 where nothing was counted. */
  get maxUs(): number {
    return this.#counts.maxValue;
  }

  /** Arithmetic mean in microseconds; 0 where nothing was counted. */
  get meanUs(): number {
    return this.#counts.mean;
  }

  /** The duration in microseconds that the share `q` (0 to 1) does not exceed; 0 where nothing was counted. */
  quantileUs(q: number): number {
    // The library names the upper end of a bucket, which the longest duration may not reach.
    return Math.min(this.#counts.getValueAtPercentile(q * 100), this.maxUs);
  }

  /** The buckets that are not empty, in ascending order. */
  *bins(): Generator<Bin> {
    const counts = this.#counts;
    for (let index = 0; index < counts.countsArrayLength; index++) {
      const count = counts.getCountAtIndex(index);
      if (count === 0) continue;
      const fromUs = counts.valueFromIndex(index);
      yield { fromUs, toUs: counts.highestEquivalentValue(fromUs), count };
    }
  }

  /** HDR histogram V2, deflated, in base64: what other tools for HDR histograms read too. */
  toBase64(): string {
    return encodeIntoCompressedBase64(this.#counts);
  }

  /** Reads what `toBase64` wrote. Throws `HistogramError` for anything else. */
  static fromBase64(text: string): Histogram {
    const histogram = new Histogram();
    try {
      histogram.#counts.add(decodeFromCompressedBase64(text) as Int32Histogram);
    } catch (error) {
      // The library throws texts as well as errors.
      throw new HistogramError(`Expected an HDR histogram in base64 (V2, deflated), not ${JSON.stringify(text.slice(0, 40))}`, {
        remedy: 'use a results.json that pyx load has written',
        cause: error,
      });
    }
    return histogram;
  }
}

function empty(): Int32Histogram {
  const counts = new Int32Histogram(1, HIGHEST_US, SIGNIFICANT_DIGITS);
  counts.autoResize = true;
  return counts;
}
