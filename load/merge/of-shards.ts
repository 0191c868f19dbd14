import { isDeepStrictEqual } from 'node:util';
import { judgeResults } from '../judge-results.ts';
import type { LoadResults } from '../results.ts';
import { atRate } from '../scenario/arrivals.ts';
import {
  MergeError,
  mergeAnswerChecks,
  mergeErrors,
  mergeLatency,
  mergeMethods,
  mergeSeconds,
  mergeTotals,
  mergeUsage,
  mergeWrong,
} from './merge-figures.ts';

/** Shards that began further apart did not load the node together. */
const MAX_APART_MS = 2_000;

/**
 * The results of all shards of a load as those of one: calls and rates are added, histograms merged exactly, and thresholds
 * judged on the whole. Throws `MergeError` for what are not the shards of one load.
 */
export function ofShards(parts: readonly LoadResults[]): LoadResults {
  assertOneLoad(parts);
  const sorted = [...parts].sort((a, b) => (a.shard?.index ?? 0) - (b.shard?.index ?? 0));
  const [{ shard: _, ...first }] = sorted as [LoadResults];
  const starts = sorted.map(({ startedAt }) => Date.parse(startedAt));
  const begin = Math.min(...starts);
  const offsetsMs = starts.map((start) => start - begin);
  const sum = (value: (part: LoadResults) => number): number => sorted.reduce((total, part) => total + value(part), 0);
  const targetPerS = first.rate.targetPerS === null ? null : sum(({ rate }) => rate.targetPerS ?? 0);
  const apartMs = Math.max(...offsetsMs);
  const stopped = sorted.find((part) => part.stopped !== undefined)?.stopped;
  const checks = mergeAnswerChecks(sorted.map(({ answerChecks }) => answerChecks));
  const merged: LoadResults = {
    ...first,
    startedAt: new Date(begin).toISOString(),
    durationMs: Math.max(...sorted.map(({ durationMs }) => durationMs)),
    complete: sorted.every(({ complete }) => complete),
    ...(stopped !== undefined && { stopped }),
    scenario: {
      ...first.scenario,
      connections: sum(({ scenario }) => scenario.connections),
      ...(first.scenario.maxInFlight !== undefined && { maxInFlight: sum(({ scenario }) => scenario.maxInFlight ?? 0) }),
      model: targetPerS === null ? first.scenario.model : atRate(first.scenario.model, targetPerS),
    },
    totals: mergeTotals(sorted.map(({ totals }) => totals)),
    rate: { targetPerS, resultsPerS: sum(({ rate }) => rate.resultsPerS) },
    latency: mergeLatency(sorted.map(({ latency }) => latency)),
    service: mergeLatency(sorted.map(({ service }) => service)),
    methods: mergeMethods(sorted.map(({ methods }) => methods)),
    seconds: mergeSeconds(
      sorted.map(({ seconds }) => seconds),
      offsetsMs.map((ms) => Math.round(ms / 1_000)),
      'at-once',
    ),
    errors: mergeErrors(sorted.map(({ errors }) => errors)),
    checkedAnswers: sum(({ checkedAnswers }) => checkedAnswers),
    wrongAnswers: mergeWrong(sorted.map(({ wrongAnswers }) => wrongAnswers)),
    ...(checks && { answerChecks: checks }),
    generator: {
      cpuMs: sum(({ generator }) => generator.cpuMs),
      lateness: mergeLatency(sorted.map(({ generator }) => generator.lateness)),
      saturated: sorted.find(({ generator }) => generator.saturated !== null)?.generator.saturated ?? null,
    },
    nodes: mergeUsage(
      sorted.map(({ nodes }) => nodes),
      offsetsMs,
    ),
    warnings: [
      ...(apartMs > MAX_APART_MS
        ? [`The shards began up to ${(apartMs / 1_000).toFixed(1)} s apart: their rates add up only while they ran together.`]
        : []),
      ...sorted.flatMap(({ shard, warnings }) => warnings.map((warning) => `Shard ${shard?.index ?? 0}: ${warning}`)),
    ],
  };
  return { ...merged, thresholds: judgeResults(merged.scenario.thresholds, merged) };
}

function assertOneLoad(parts: readonly LoadResults[]): void {
  const [first] = parts;
  for (const part of parts) {
    if (part.shard === undefined)
      throw new MergeError('one of the results is no shard of a load', { remedy: 'merge what --shard has measured' });
    const unlike = SAME.find(([, of]) => !isDeepStrictEqual(of(part), of(first as LoadResults)));
    if (unlike)
      throw new MergeError(`the results are of different loads: the ${unlike[0]} differs`, { remedy: 'merge the shards of one load' });
    if (part.repeats || part.saturation)
      throw new MergeError('repeated loads and searches cannot be merged', { remedy: 'measure shards without --repeat and --saturate' });
  }
  const total = first?.shard?.total ?? 0;
  const indices = parts.map(({ shard }) => shard?.index ?? 0).sort((a, b) => a - b);
  const wanted = Array.from({ length: total }, (_, index) => index + 1);
  if (!isDeepStrictEqual(indices, wanted))
    throw new MergeError(`expected each of ${total} shards once, found ${indices.map((index) => `${index}/${total}`).join(', ')}`, {
      remedy: 'name the folder of each shard once',
    });
}

const SAME: readonly (readonly [name: string, of: (results: LoadResults) => unknown])[] = [
  ['scenario', ({ scenario }) => [scenario.name, scenario.mix, scenario.thresholds]],
  ['load model', ({ scenario }) => scenario.model],
  ['duration', ({ scenario }) => [scenario.durationMs, scenario.warmUpMs, scenario.timeoutMs]],
  ['number of shards', ({ shard }) => shard?.total],
  ['chain', ({ target }) => target.chain],
  ['node', ({ target }) => [target.version, target.subversion]],
  ['engine', ({ engine }) => engine],
];
