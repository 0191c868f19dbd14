import { defined } from '../../specs/model/defined.ts';
import { judgeResults } from '../judge-results.ts';
import type { LoadResults, RepeatResult } from '../results.ts';
import type { NodeUsage } from '../../specs/model/generated/results/shared.d.ts';
import { mergeAnswerChecks, mergeErrors, mergeLatency, mergeMethods, mergeTotals, mergeUsage, mergeWrong } from './merge-figures.ts';

/** A sample is taken a little after its time. */
const SAMPLE_TOLERANCE_MS = 200;

/**
 * The results of repeated measurements as those of one, with `repeats`; a single one as it is. Thresholds are judged on
 * all calls together. The parts are of one scenario, on one node; there is at least one.
 */
export function inSequence(parts: readonly [LoadResults, ...LoadResults[]]): LoadResults {
  const [first] = parts;
  const last = parts.at(-1) as LoadResults;
  if (parts.length === 1) return first;
  const durationMs = parts.reduce((sum, part) => sum + part.durationMs, 0);
  const startsMs = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part.durationMs, 0));
  const secondsBefore = parts.map((_, index) => parts.slice(0, index).reduce((sum, { seconds }) => sum + seconds.length, 0));
  const meanOf = (value: (part: LoadResults) => number): number =>
    parts.reduce((sum, part) => sum + value(part) * part.durationMs, 0) / Math.max(1, durationMs);
  const checks = mergeAnswerChecks(parts.map(({ answerChecks }) => answerChecks));
  const merged: LoadResults = {
    ...first,
    durationMs,
    complete: parts.every(({ complete }) => complete),
    ...(last.stopped !== undefined && { stopped: last.stopped }),
    ...defined({ nodeLog: parts.findLast(({ nodeLog }) => nodeLog !== undefined)?.nodeLog }),
    machine: { ...first.machine, otherWork: meanOf(({ machine }) => machine.otherWork ?? 0) },
    totals: mergeTotals(parts.map(({ totals }) => totals)),
    rate: {
      targetPerS: first.rate.targetPerS,
      resultsPerS: meanOf(({ rate }) => rate.resultsPerS),
    },
    latency: mergeLatency(parts.map(({ latency }) => latency)),
    service: mergeLatency(parts.map(({ service }) => service)),
    methods: mergeMethods(parts.map(({ methods }) => methods)),
    seconds: parts.flatMap(({ seconds }, part) =>
      seconds.map((figures) => ({ ...figures, second: figures.second + (secondsBefore[part] ?? 0), repeat: part + 1 })),
    ),
    repeats: parts.map(repeatResult),
    errors: mergeErrors(parts.map(({ errors }) => errors)),
    checkedAnswers: parts.reduce((sum, part) => sum + part.checkedAnswers, 0),
    wrongAnswers: mergeWrong(parts.map(({ wrongAnswers }) => wrongAnswers)),
    ...(checks && { answerChecks: checks }),
    generator: {
      cpuMs: parts.reduce((sum, { generator }) => sum + generator.cpuMs, 0),
      lateness: mergeLatency(parts.map(({ generator }) => generator.lateness)),
      saturated: parts.find(({ generator }) => generator.saturated !== null)?.generator.saturated ?? null,
    },
    nodes: mergeUsage(
      parts.map(({ nodes, durationMs: ownMs }) => nodes.map((usage) => untilEnd(usage, ownMs))),
      startsMs,
    ),
  };
  return { ...merged, thresholds: judgeResults(first.scenario.thresholds, merged) };
}

/** What was sampled while only answers came has no place before the next part. */
function untilEnd(usage: NodeUsage, durationMs: number): NodeUsage {
  return { ...usage, samples: usage.samples.filter(({ atMs }) => atMs <= durationMs + SAMPLE_TOLERANCE_MS) };
}

function repeatResult({ startedAt, durationMs, totals, rate, latency, nodes }: LoadResults): RepeatResult {
  const { meanUs, p50Us, p90Us, p99Us, p999Us } = latency;
  const { planned: calls, results, answered } = totals;
  const cpuMs = nodes.reduce((sum, node) => sum + node.cpuMs, 0);
  return {
    startedAt,
    durationMs,
    calls,
    results,
    resultsPerS: rate.resultsPerS,
    meanUs,
    p50Us,
    p90Us,
    p99Us,
    p999Us,
    ...(cpuMs > 0 && answered > 0 && { cpuUs: (cpuMs * 1_000) / answered }),
  };
}
