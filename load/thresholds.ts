import { UserError } from '../specs/model/user-error.ts';
import type { GeneratorFigures } from './generator/types.ts';
import type { Histogram } from './statistics/histogram.ts';

/** A threshold that cannot be read; the message says where. */
export class ThresholdError extends UserError {
  override readonly name = 'ThresholdError';
}

export type ThresholdMetric = 'p50' | 'p90' | 'p95' | 'p99' | 'p99.9' | 'max' | 'mean' | 'errors' | 'refused' | 'rate';

/** A condition that a load run must meet. */
export interface Threshold {
  /** As it was written. */
  readonly text: string;
  readonly metric: ThresholdMetric;
  readonly operator: '<' | '<=' | '>' | '>=';
  /** Microseconds, a share (0 to 1), or calls per second; `times-target`: a share of the arrival rate that was asked for. */
  readonly limit: { readonly unit: 'us' | 'share' | 'per-second' | 'times-target'; readonly value: number };
}

/** What thresholds are judged by. */
export interface JudgedFigures {
  readonly latency: Pick<Histogram, 'count' | 'maxUs' | 'meanUs' | 'quantileUs'>;
  /** Calls that have ended. */
  readonly calls: number;
  /** Calls that ended without a result, refusals included. */
  readonly errors: number;
  /** Calls that were refused because the work queue was full. */
  readonly refused: number;
  /** Results per second, while calls were due. */
  readonly ratePerS: number;
  /**
   * Calls that were due per second; undefined in the closed model. Not the rate that was asked for: arrivals at random are a few
   * more or fewer, which is no matter of the node.
   */
  readonly targetPerS: number | undefined;
}

/** A threshold and what was measured. */
export interface Judgement {
  readonly threshold: Threshold;
  /** In the unit of the limit: microseconds, a share, or calls per second. NaN where nothing was measured. */
  readonly measured: number;
  /** In the same unit, a share of the target being resolved. */
  readonly limit: number;
  readonly met: boolean;
}

const QUANTILES: { readonly [metric in ThresholdMetric]?: number } = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, 'p99.9': 0.999 };
const DURATIONS = ['p50', 'p90', 'p95', 'p99', 'p99.9', 'max', 'mean'] as const;
const METRICS: readonly ThresholdMetric[] = [...DURATIONS, 'errors', 'refused', 'rate'];
const UNIT_US: { readonly [unit: string]: number } = { µs: 1, μs: 1, us: 1, ms: 1_000, s: 1_000_000 };
const REMEDY = 'write it like "p99 < 50ms", "errors < 0.1%", "refused < 1%", "rate >= 500/s" or "rate >= 0.98 * target"';

/**
 * Reads a threshold: `p50|p90|p95|p99|p99.9|max|mean < 50ms` (µs, ms, s), `errors|refused < 0.1%`, `rate >= 500/s`,
 * `rate >= 0.98 * target`; `<=` and `>` likewise. Throws `ThresholdError` with the place of what is wrong.
 */
export function parseThreshold(text: string): Threshold {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    const [space = '', found] = new RegExp(`^(\\s*)(${pattern.source})`, 'u').exec(text.slice(at))?.slice(1) ?? [];
    if (found !== undefined) at += space.length + found.length;
    return found;
  };
  const fail = (expected: string): never => {
    const rest = text.slice(at);
    const from = at + rest.length - rest.trimStart().length;
    const came = rest.trim() === '' ? 'its end' : JSON.stringify(rest.trim());
    throw new ThresholdError(`Threshold ${JSON.stringify(text)}: expected ${expected} at character ${from + 1}, found ${came}`, {
      remedy: REMEDY,
    });
  };
  const expect = (pattern: RegExp, expected: string): string => take(pattern) ?? fail(expected);

  const start = at;
  const metric = expect(/[a-z][a-z0-9.]*/, 'a metric') as ThresholdMetric;
  if (!METRICS.includes(metric)) {
    at = start;
    return fail(`one of ${METRICS.join(', ')}`);
  }
  // Each metric can be wrong in one direction only.
  const operator = (metric === 'rate' ? expect(/>=|>/, '>= or >') : expect(/<=|</, '< or <=')) as Threshold['operator'];
  const number = Number(expect(/\d+(?:\.\d+)?/, 'a number'));
  const limit = ((): Threshold['limit'] => {
    if (metric === 'rate') {
      const unit = expect(/\/\s*s\b|\*\s*target\b/, '/s or * target');
      return { unit: unit.startsWith('/') ? 'per-second' : 'times-target', value: number };
    }
    if (metric === 'errors' || metric === 'refused') {
      expect(/%/, 'a percent sign');
      return { unit: 'share', value: number / 100 };
    }
    return { unit: 'us', value: number * (UNIT_US[expect(/µs|μs|us|ms|s/, 'a unit (µs, ms, s)')] ?? Number.NaN) };
  })();
  if (text.slice(at).trim() !== '') fail('its end');
  return { text, metric, operator, limit };
}

/** Refuses a threshold on the target of a run that has none. Throws `ThresholdError`. */
export function requireTarget(thresholds: readonly Threshold[]): void {
  const relative = thresholds.find(({ limit }) => limit.unit === 'times-target');
  if (relative) {
    throw new ThresholdError(`Threshold ${JSON.stringify(relative.text)}: the closed model has no target rate`, {
      remedy: 'write a rate, such as "rate >= 500/s", or use the open model',
    });
  }
}

/** What a generator measured in the open model, as thresholds need it. */
export function judgedFigures(figures: GeneratorFigures): JudgedFigures {
  const calls = Object.values(figures.ended).reduce((sum, count) => sum + count, 0);
  return {
    latency: figures.latency,
    calls,
    errors: calls - figures.ended.result,
    refused: figures.ended['work-queue'],
    ratePerS: (figures.resultsInTime * 1000) / figures.durationMs,
    targetPerS: (figures.planned * 1000) / figures.durationMs,
  };
}

/** Holds a measurement against a threshold. What was not measured meets none. */
export function judge(threshold: Threshold, figures: JudgedFigures): Judgement {
  const measured = measuredValue(threshold.metric, figures);
  const { unit, value } = threshold.limit;
  const limit = unit === 'times-target' ? value * (figures.targetPerS ?? Number.NaN) : value;
  return { threshold, measured, limit, met: holds(measured, threshold.operator, limit) };
}

/** `12.3 ms`, `0.25 %` or `512/s`: a measured value or a limit of this threshold. */
export function showValue({ limit: { unit } }: Threshold, value: number): string {
  if (Number.isNaN(value)) return 'nothing measured';
  if (unit === 'share') return `${Number((value * 100).toPrecision(3))} %`;
  if (unit !== 'us') return `${value >= 100 ? value.toFixed(0) : Number(value.toPrecision(3))}/s`;
  if (value < 1_000) return `${value.toFixed(0)} µs`;
  return value < 1_000_000 ? `${Number((value / 1_000).toPrecision(3))} ms` : `${Number((value / 1_000_000).toPrecision(3))} s`;
}

function measuredValue(metric: ThresholdMetric, { latency, calls, errors, refused, ratePerS }: JudgedFigures): number {
  if (metric === 'rate') return ratePerS;
  if (metric === 'errors') return errors / calls;
  if (metric === 'refused') return refused / calls;
  if (latency.count === 0) return Number.NaN;
  if (metric === 'max') return latency.maxUs;
  if (metric === 'mean') return latency.meanUs;
  return latency.quantileUs(QUANTILES[metric] ?? Number.NaN);
}

function holds(measured: number, operator: Threshold['operator'], limit: number): boolean {
  if (operator === '<') return measured < limit;
  if (operator === '<=') return measured <= limit;
  return operator === '>' ? measured > limit : measured >= limit;
}
