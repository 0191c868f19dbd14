import { isDeepStrictEqual } from 'node:util';
import { judgeResults } from '../judge-results.ts';
import type { LoadResults } from '../results.ts';
import type { Conditions } from '../run/conditions.ts';
import { ranOutWarning, warningsOf } from '../run/warnings.ts';
import { meanRatePerS } from '../scenario/arrivals.ts';
import type { K6PodSummary } from './format.ts';
import { K6Error } from './k6-error.ts';
import { k6Figures } from './k6-figures.ts';
import { k6Warnings } from './k6-warnings.ts';
import { mergeSummaries } from './merge-summaries.ts';

/** Pods that began further apart did not load the node together. */
const MAX_APART_MS = 2_000;
/** A pod whose load lasted for a smaller share of its time was ended. */
const WHOLE = 0.9;

/**
 * The results of a load from the summaries of its pods, as if one k6 had made it. Throws `K6Error` for what are not all pods of one
 * load. @param readConditions checks what the summaries began with
 */
export function resultsOfPods(pods: readonly K6PodSummary[], readConditions: (conditions: object) => Conditions): LoadResults {
  assertOneLoad(pods);
  const conditions = readConditions(pods[0]?.conditions ?? {});
  const { scenario } = conditions;
  const summary = mergeSummaries(pods);
  const startsMs = pods.map(({ startedAt }) => Date.parse(startedAt));
  const apartMs = Math.max(...startsMs) - Math.min(...startsMs);
  const shortestMs = Math.min(...pods.map(({ lastedMs }) => lastedMs));
  const isWhole = shortestMs >= WHOLE * scenario.durationMs;
  const complete = (isWhole || summary.ranOut) && summary.exceptions === 0;
  const stopped = summary.exceptions > 0 ? 'an exception of the script ended a pod' : `a pod ended after ${seconds(shortestMs)}`;
  const durationMs = isWhole ? scenario.durationMs : Math.min(scenario.durationMs, summary.lastedMs);
  const figures = k6Figures(summary, { durationMs, targetPerS: meanRatePerS(scenario.model), cpuMs: 0 });
  const results: LoadResults = {
    ...conditions,
    startedAt: new Date(Math.min(...startsMs)).toISOString(),
    durationMs,
    complete,
    ...(!complete && { stopped }),
    engine: 'k6',
    ...figures,
    thresholds: judgeResults(scenario.thresholds, { durationMs, ...figures }),
    checkedAnswers: 0,
    wrongAnswers: [],
    nodes: [],
    warnings: [],
  };
  return {
    ...results,
    warnings: [
      ...k6Warnings(summary.dropped),
      `The load was made by ${pods.length} pods: of their machines and of what they used nothing is known.`,
      ...(apartMs > MAX_APART_MS
        ? [`The pods began up to ${seconds(apartMs)} apart: their rates add up only while they ran together.`]
        : []),
      ...(summary.ranOut && !isWhole ? [ranOutWarning(durationMs)] : []),
      ...warningsOf(results, { mix: [], durationMs: scenario.durationMs }),
    ],
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function assertOneLoad(pods: readonly K6PodSummary[]): void {
  const [first] = pods;
  if (pods.some(({ conditions }) => !isDeepStrictEqual(conditions, first?.conditions)))
    throw new K6Error('the logs are of different loads', { remedy: 'name the logs of the pods of one load' });
  const segments = pods.map(({ segment }) => segment.split(':') as [string, string]).sort(([a], [b]) => fraction(a) - fraction(b));
  const isDivided = segments.every(([from], at) => from === (segments[at - 1]?.[1] ?? '0')) && segments.at(-1)?.[1] === '1';
  if (!isDivided)
    throw new K6Error(`expected each part of the load once, found the execution segments ${segments.map((s) => s.join(':')).join(', ')}`, {
      remedy: 'name the logs of all pods, each once',
    });
}

/** `1/2` as a number. */
function fraction(text: string): number {
  const [over = 0, under = 1] = text.split('/').map(Number);
  return over / under;
}
