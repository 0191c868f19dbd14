import type { AnswerChecks, CallTotals, ErrorResult, LatencyFigures, MethodResult, SecondResult, WrongAnswer } from '../results.ts';
import type { NodeUsage } from '../../specs/model/generated/results/shared.d.ts';
import { latencyFigures, withRarestFaults } from '../run/to-results.ts';
import { Histogram } from '../statistics/histogram.ts';
import { UserError } from '../../specs/model/user-error.ts';

/** Results cannot be merged; the message is for the user. */
export class MergeError extends UserError {
  override readonly name = 'MergeError';
}

/** Adds the histograms, so that the figures are those of all calls. Throws `MergeError` where there is none. */
export function mergeLatency(parts: readonly LatencyFigures[]): LatencyFigures {
  const all = new Histogram();
  for (const { histogram } of parts) {
    if (histogram === null)
      throw new MergeError('results of k6 hold no histograms, and percentiles alone cannot be merged', {
        remedy: 'load with the engine of Pyx, or compare the results one by one',
      });
    all.add(Histogram.fromBase64(histogram));
  }
  const figures = latencyFigures(all);
  // A histogram that was read knows the bucket of its longest duration, and the parts know the duration.
  const maxUs = Math.max(0, ...parts.map((part) => part.maxUs));
  const { p50Us, p90Us, p95Us, p99Us, p999Us } = figures;
  const most = (us: number): number => Math.min(us, maxUs);
  return { ...figures, maxUs, p50Us: most(p50Us), p90Us: most(p90Us), p95Us: most(p95Us), p99Us: most(p99Us), p999Us: most(p999Us) };
}

export function mergeTotals(parts: readonly CallTotals[]): CallTotals {
  const sum = (key: keyof CallTotals): number => parts.reduce((total, part) => total + part[key], 0);
  return {
    planned: sum('planned'),
    sent: sum('sent'),
    answered: sum('answered'),
    results: sum('results'),
    rpcErrors: sum('rpcErrors'),
    refused: sum('refused'),
    http: sum('http'),
    timeouts: sum('timeouts'),
    connection: sum('connection'),
    malformed: sum('malformed'),
    wrong: sum('wrong'),
  };
}

/** In order of their names. */
export function mergeMethods(parts: readonly (readonly MethodResult[])[]): MethodResult[] {
  return [...grouped(parts.flat(), ({ method }) => method)]
    .map(([method, same]) => ({
      method,
      calls: sumOf(same, ({ calls }) => calls),
      results: sumOf(same, ({ results }) => results),
      ...(same.every(({ resultsInTime }) => resultsInTime !== undefined) && {
        resultsInTime: sumOf(same, ({ resultsInTime = 0 }) => resultsInTime),
      }),
      errors: sumOf(same, ({ errors }) => errors),
      latency: mergeLatency(same.map(({ latency }) => latency)),
    }))
    .sort((a, b) => (a.method < b.method ? -1 : 1));
}

/** What was looked at in all parts; undefined where it is not known of one, as of results of earlier versions. */
export function mergeAnswerChecks(parts: readonly (AnswerChecks | undefined)[]): AnswerChecks | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const methods = [
    ...grouped(
      known.flatMap((part) => part.methods),
      ({ method }) => method,
    ),
  ].map(([method, same]) => ({ method, answers: sumOf(same, ({ answers }) => answers), checked: sumOf(same, ({ checked }) => checked) }));
  return withRarestFaults({ cpuMs: sumOf(known, ({ cpuMs }) => cpuMs), methods: methods.sort((a, b) => (a.method < b.method ? -1 : 1)) });
}

/** Most frequent first, each with the first example. */
export const mergeErrors = (parts: readonly (readonly ErrorResult[])[]): ErrorResult[] =>
  mergeCounted(parts.flat(), (error) => `${error.class} ${error.code ?? ''}`);

/** Most frequent first, each with the first example. */
export const mergeWrong = (parts: readonly (readonly WrongAnswer[])[]): WrongAnswer[] =>
  mergeCounted(parts.flat(), ({ method, path, message }) => `${method} ${path} ${message}`);

/** One after another: the samples of each part follow those of the part before, which began `offsetsMs` later. */
export function mergeUsage(parts: readonly (readonly NodeUsage[])[], offsetsMs: readonly number[]): NodeUsage[] {
  const all = parts.flatMap((nodes, part) =>
    nodes.map((usage) => ({
      ...usage,
      samples: usage.samples.map((sample) => ({ ...sample, atMs: sample.atMs + (offsetsMs[part] ?? 0) })),
    })),
  );
  return [...grouped(all, ({ node }) => node)].map(([node, same]) => ({
    node,
    cpuMs: sumOf(same, ({ cpuMs }) => cpuMs),
    peakMemoryBytes: Math.max(...same.map(({ peakMemoryBytes }) => peakMemoryBytes)),
    samples: same.flatMap(({ samples }) => samples),
  }));
}

/**
 * Adds the seconds of parts, of which each began so many whole seconds after the first; their percentiles are the highest of theirs,
 * as a bound. Parts `at-once` (shards) are measured while all of them are; those `in-turn` (slices) one after another.
 */
export function mergeSeconds(
  parts: readonly (readonly SecondResult[])[],
  offsetsS: readonly number[],
  how: 'at-once' | 'in-turn',
): SecondResult[] {
  const merged = new Map<number, SecondResult[]>();
  for (const [part, seconds] of parts.entries())
    for (const figures of seconds) {
      const second = figures.second + (offsetsS[part] ?? 0);
      merged.set(second, [...(merged.get(second) ?? []), { ...figures, second }]);
    }
  return [...merged.values()]
    .map((same) => {
      const all = same.reduce(added);
      if (same.some(({ measuredMs }) => measuredMs === undefined)) return all;
      const times = same.map(({ measuredMs = 0 }) => measuredMs);
      const atOnce = same.length < parts.length ? 0 : Math.min(...times);
      return { ...all, measuredMs: how === 'at-once' ? atOnce : times.reduce((sum, time) => sum + time, 0) };
    })
    .sort((a, b) => a.second - b.second);
}

function added(a: SecondResult, b: SecondResult): SecondResult {
  return {
    second: a.second,
    planned: a.planned + b.planned,
    sent: a.sent + b.sent,
    results: a.results + b.results,
    ...(a.late !== undefined && b.late !== undefined && { late: a.late + b.late }),
    errors: a.errors + b.errors,
    refused: a.refused + b.refused,
    p50Us: Math.max(a.p50Us, b.p50Us),
    p99Us: Math.max(a.p99Us, b.p99Us),
    maxUs: Math.max(a.maxUs, b.maxUs),
    inFlight: a.inFlight + b.inFlight,
    waiting: a.waiting + b.waiting,
  };
}

function mergeCounted<Item extends { readonly count: number }>(all: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...grouped(all, keyOf).values()]
    .map((same) => ({ ...(same[0] as Item), count: sumOf(same, ({ count }) => count) }))
    .sort((a, b) => b.count - a.count);
}

function grouped<Item>(all: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of all) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const sumOf = <Item>(all: readonly Item[], value: (item: Item) => number): number => all.reduce((sum, item) => sum + value(item), 0);
