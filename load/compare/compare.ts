import { UserError } from '../../specs/model/user-error.ts';
import type { LoadResults } from '../results.ts';
import { disturbances, generatorDoubts } from '../run/warnings.ts';
import { bootstrapRatio } from '../statistics/bootstrap.ts';
import { mannWhitney } from '../statistics/mann-whitney.ts';
import { median } from '../statistics/quantile.ts';
import { centreOf, signedRank } from '../statistics/signed-rank.ts';
import { differences } from './differences.ts';
import { pairedSamples, samplesOf, type Samples } from './samples.ts';
import type { ComparedMetric, Comparison, MetricComparison, MetricVerdict } from './types.ts';

/** Two results cannot be compared; the message is for the user. */
export class CompareError extends UserError {
  override readonly name = 'CompareError';
}

export interface CompareOptions {
  /** Largest change that is no regression, as a share: 0.05 is 5 %. */
  readonly tolerance: number;
  /** Of the intervals, and of the test: 0.99. */
  readonly confidence: number;
  /** Decides what the bootstrap draws. */
  readonly seed: number;
  /** Of the bootstrap. Default 10,000. */
  readonly resamples?: number;
  /** Also what was not measured alike. */
  readonly force?: boolean;
}

export const COMPARE_DEFAULTS = { tolerance: 0.05, confidence: 0.99, seed: 1 } as const;

const METRICS: readonly { readonly metric: ComparedMetric; readonly isBetter: 'more' | 'less' }[] = [
  { metric: 'rate', isBetter: 'more' },
  { metric: 'p50', isBetter: 'less' },
  { metric: 'p99', isBetter: 'less' },
  { metric: 'cpu', isBetter: 'less' },
  { metric: 'answered', isBetter: 'more' },
];

/**
 * Compares two loads, by the values of their repeats (else of their seconds): a regression is a change for the worse that
 * is significantly larger than the tolerance, by the rank-sum test and by the bootstrap interval of the ratio of the medians.
 * A change of just the tolerance is none. Throws `CompareError` where they were not measured alike, or where no change could be significant.
 */
export function compareLoads(base: LoadResults, changed: LoadResults, options: CompareOptions): Comparison {
  const { tolerance, confidence, force = false } = options;
  const pairs = pairedSamples(base, changed);
  // What is measured beside each other may differ in everything but the load: it shares the machine and its other work.
  const unlike = pairs ? [] : differences(base, changed);
  if (unlike.length > 0 && !force)
    throw new CompareError('the two loads were not measured alike', {
      remedy: 'measure both alike; pyx load compare --force compares them all the same',
      details: unlike,
    });
  assertComplete(base, changed);
  const [before, after] = pairs ?? [samplesOf(base), samplesOf(changed)];
  assertEnough(before, after, confidence);
  const measure = pairs ? pairedMetric : measured;
  const known = METRICS.filter(({ metric }) =>
    [...before.observations, ...after.observations].every((values) => values[metric] !== undefined),
  );
  const metrics = holm(known.map(({ metric, isBetter }) => measure(metric, isBetter, { before, after }, options))).map(
    ({ isBetter, pOf, ...comparison }): MetricComparison => ({
      ...comparison,
      verdict: runVerdict({ ...comparison, isBetter }, options),
      detectable: detectable({ ...comparison, isBetter, pOf }, known.length, options),
    }),
  );
  return {
    unit: before.unit,
    values: { base: before.observations.length, changed: after.observations.length },
    tolerance,
    confidence,
    metrics,
    isRegression: metrics.some(({ verdict }) => verdict === 'regression'),
    differences: unlike,
    warnings: warningsOf(base, changed, before),
    doubts: doubtsOf(base, changed, before),
  };
}

type Measured = Omit<MetricComparison, 'verdict' | 'detectable'> & {
  readonly isBetter: 'more' | 'less';
  /** The p, without adjustment, of values whose spread is that of these and whose ratio is another. */
  readonly pOf: (ratio: number) => number;
};

/** Values of the two loads. */
interface Pair {
  readonly before: Samples;
  readonly after: Samples;
}

function measured(
  metric: ComparedMetric,
  isBetter: 'more' | 'less',
  { before, after }: Pair,
  { tolerance, confidence, seed, resamples = 10_000 }: CompareOptions,
): Measured {
  const [base, changed] = valuesOf(metric, { before, after });
  const interval = bootstrapRatio(base, changed, { statistic: 'median', seed, confidence, resamples });
  // In the direction of the change, as both a regression and an improvement can be significant; beyond the tolerance, as
  // two loads of one node differ by more than chance: each has a process, a layout of memory and a minute of its own.
  const pOf: Measured['pOf'] = (ratio) => {
    const isLess = ratio < 1;
    const most = isLess ? 1 / (1 + tolerance) : 1 + tolerance;
    const { p } = mannWhitney(
      changed.map((value) => (value * ratio) / interval.ratio),
      base.map((value) => value * most),
      isLess ? 'less' : 'greater',
    );
    return p;
  };
  return {
    metric,
    isBetter,
    base: median(base),
    changed: median(changed),
    ...interval,
    p: pOf(interval.ratio),
    pOf,
    samples: { base, changed },
  };
}

function valuesOf(metric: ComparedMetric, { before, after }: Pair): [base: number[], changed: number[]] {
  const values = ({ observations }: Samples): number[] => observations.map((observation) => observation[metric] ?? Number.NaN);
  return [values(before), values(after)];
}

/**
 * As `measured`, of pairs: what was the same for both repeats of a pair is in neither the ratio nor its spread. By signed ranks,
 * as a few pairs during which another program had the machine differ by half and more: they widen the interval of a mean
 * (Student's t) or of a bootstrap until nothing is found, and with ten pairs a bootstrap interval is too narrow besides.
 */
function pairedMetric(
  metric: ComparedMetric,
  isBetter: 'more' | 'less',
  { before, after }: Pair,
  { tolerance, confidence }: CompareOptions,
): Measured {
  const [base, changed] = valuesOf(metric, { before, after });
  const logs = changed.map((value, index) => Math.log(value / (base[index] ?? Number.NaN)));
  const { centre, low, high } = centreOf(logs, confidence);
  const tolerated = Math.log(1 + tolerance);
  const pOf: Measured['pOf'] = (ratio) => {
    const by = Math.log(ratio) - centre;
    return ratio < 1
      ? signedRank(logs.map((log) => log + by + tolerated)).lower
      : signedRank(logs.map((log) => log + by - tolerated)).upper;
  };
  return {
    metric,
    isBetter,
    base: median(base),
    changed: median(changed),
    ratio: Math.exp(centre),
    low: Math.exp(low),
    high: Math.exp(high),
    p: pOf(Math.exp(centre)),
    pOf,
    samples: { base, changed },
  };
}

/** Holm's adjustment: that one of several tests is significant by chance is no more probable than for one alone. */
function holm(all: readonly Measured[]): Measured[] {
  let least = 0;
  const adjusted = new Map<ComparedMetric, number>();
  for (const [rank, { metric, p }] of [...all].sort((a, b) => a.p - b.p).entries()) {
    least = Math.max(least, Math.min(1, p * (all.length - rank)));
    adjusted.set(metric, least);
  }
  return all.map((comparison) => ({ ...comparison, p: adjusted.get(comparison.metric) ?? 1 }));
}

/** No larger change for the worse is looked for: a hundred times as much. */
const LARGEST_CHANGE = 99;
/** Of the smallest one. */
const EXACT_TO = 0.001;

/**
 * The smallest change for the worse that is a regression for values which spread as these do, as a share of the base; null for none. By
 * the least favourable of Holm's adjustments.
 */
function detectable({ isBetter, ratio, low, high, pOf }: Measured, tests: number, options: CompareOptions): number | null {
  const { tolerance, confidence } = options;
  const isSignificant = (change: number): boolean => tests * pOf(isBetter === 'more' ? 1 / (1 + change) : 1 + change) < 1 - confidence;
  // From here on the interval is beyond the tolerance.
  const least = (1 + tolerance) * (isBetter === 'more' ? high / ratio : ratio / low) - 1;
  if (!(least < LARGEST_CHANGE) || !isSignificant(LARGEST_CHANGE)) return null;
  let [missed, found] = [least, isSignificant(least) ? least : LARGEST_CHANGE];
  while (found - missed > EXACT_TO * (1 + missed)) {
    const middle = Math.sqrt((1 + missed) * (1 + found)) - 1;
    if (isSignificant(middle)) found = middle;
    else missed = middle;
  }
  // A call that takes twice as long comes at half the rate: both are told as shares of the base.
  return isBetter === 'more' ? 1 - 1 / (1 + found) : found;
}

function runVerdict(
  { ratio, low, high, p, isBetter }: Pick<Measured, 'ratio' | 'low' | 'high' | 'p' | 'isBetter'>,
  { tolerance, confidence }: CompareOptions,
): MetricVerdict {
  const most = 1 + tolerance;
  if (p < 1 - confidence && (low > most || high < 1 / most)) return ratio > 1 === (isBetter === 'more') ? 'improvement' : 'regression';
  return low >= 1 / most && high <= most ? 'alike' : 'undecided';
}

function assertComplete(base: LoadResults, changed: LoadResults): void {
  for (const [name, { complete, stopped }] of [['base', base] as const, ['new', changed] as const])
    if (!complete)
      throw new CompareError(`the ${name} load did not come to its end (${stopped ?? 'it was ended early'})`, {
        remedy: 'measure it again',
      });
}

/** A comparison that can find nothing must not pass for one that found nothing. */
function assertEnough(before: Samples, after: Samples, confidence: number): void {
  if (before.unit !== after.unit)
    throw new CompareError('one of the two loads was repeated, and the other was not', { remedy: 'measure both with the same --repeat' });
  const [n, m] = [before.observations.length, after.observations.length];
  if (before.unit === 'pair') {
    const least = fewestPairs(confidence);
    if (n >= least) return;
    const silent = before.measured - n;
    const of = silent > 0 ? `${n} of ${before.measured} pairs of repeats have answers, which is` : `${n} pairs of repeats are`;
    throw new CompareError(`${of} too few: no difference could be significant at ${100 * confidence} %`, {
      remedy: `measure with --repeat ${least + silent} or more${silent > 0 ? ', or for longer' : ''}`,
    });
  }
  if (smallestP(n, m) * METRICS.length < 1 - confidence) return;
  const unit = before.unit === 'repeat' ? 'repeats' : 'whole seconds';
  throw new CompareError(`${n} and ${m} ${unit} with answers are too few: no difference could be significant at ${100 * confidence} %`, {
    remedy: 'measure both with --repeat 10',
  });
}

/** So many pairs are needed for any difference to be significant: with fewer, all signs may be equal by chance. */
export function fewestPairs(confidence: number): number {
  let pairs = 1;
  while (METRICS.length * 2 ** -pairs >= 1 - confidence) pairs++;
  return pairs;
}

/** What the rank-sum test gives where every value of one sample exceeds every one of the other: one of all the ways to divide them. */
function smallestP(n: number, m: number): number {
  let p = 1;
  for (let i = 1; i <= n; i++) p *= i / (m + i);
  return p;
}

const ONCE = 'Each load was measured once: how much one measurement differs from the next is not known. Measure both with --repeat 10.';

/**
 * Why a change may be none of the node, and the lack of one may hide it. What pairs share, such as a busy machine, is in the spread of
 * their ratios; loads that were measured apart need a machine that is as quiet both times.
 */
function doubtsOf(base: LoadResults, changed: LoadResults, { unit }: Samples): string[] {
  const of = (results: LoadResults): string[] => [...generatorDoubts(results), ...(unit === 'pair' ? [] : disturbances(results))];
  return [
    ...(unit === 'second' ? [ONCE] : []),
    ...of(base).map((doubt) => `Base: ${doubt}`),
    ...of(changed).map((doubt) => `New: ${doubt}`),
  ];
}

function warningsOf(base: LoadResults, changed: LoadResults, { unit }: Samples): string[] {
  return [
    ...(unit === 'second' ? [ONCE] : []),
    ...base.warnings.map((warning) => `Base: ${warning}`),
    ...changed.warnings.map((warning) => `New: ${warning}`),
  ];
}
