import { Random } from '../../fixtures/world/random.ts';
import { mean, median, quantile } from './quantile.ts';

export interface RatioInterval {
  /** Of the changed sample to the base: 1.1 is 10 % more. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  readonly statistic: 'median' | 'mean';
  readonly seed: number;
  /** Default 0.95. */
  readonly confidence?: number;
  /** Default 10,000. */
  readonly resamples?: number;
}

const STATISTICS = { median, mean } as const;

/**
 * The ratio of two samples' medians or means, and an interval for it by the percentile bootstrap: both samples are drawn
 * again from themselves. The same seed gives the same interval. Values must be above 0; throws `RangeError` otherwise,
 * and for an empty sample.
 */
export function bootstrapRatio(base: readonly number[], changed: readonly number[], options: BootstrapOptions): RatioInterval {
  const { statistic, seed, confidence = 0.95, resamples = 10_000 } = options;
  if (base.length === 0 || changed.length === 0) throw new RangeError('a ratio needs values in both samples');
  if (![...base, ...changed].every((value) => value > 0)) throw new RangeError('a ratio needs values above 0');
  const of = STATISTICS[statistic];
  const random = new Random(`bootstrap/${seed}`);
  const ratios = Array.from({ length: resamples }, () => of(drawn(changed, random)) / of(drawn(base, random)));
  const outside = (1 - confidence) / 2;
  return { ratio: of(changed) / of(base), low: quantile(ratios, outside), high: quantile(ratios, 1 - outside) };
}

/** As many values as there are, each drawn from all of them. */
function drawn(values: readonly number[], random: Random): number[] {
  return Array.from(values, () => random.pick(values));
}
