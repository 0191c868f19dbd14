import type { GeneratorFigures, OutcomeClass } from '../generator/types.ts';
import { rarestFault } from '../statistics/rarest-fault.ts';
import type { AnswerChecks, CallTotals, ErrorResult, LatencyFigures, MethodResult, SecondResult } from '../results.ts';
import type { Histogram } from '../statistics/histogram.ts';

/** The figures of a histogram, with the histogram itself. */
export function latencyFigures(histogram: Histogram): LatencyFigures {
  return {
    count: histogram.count,
    p50Us: histogram.quantileUs(0.5),
    p90Us: histogram.quantileUs(0.9),
    p95Us: histogram.quantileUs(0.95),
    p99Us: histogram.quantileUs(0.99),
    p999Us: histogram.quantileUs(0.999),
    maxUs: histogram.maxUs,
    meanUs: histogram.meanUs,
    histogram: histogram.toBase64(),
  };
}

/** Calls by how they ended, before their answers are checked. */
interface EndedCalls extends Pick<GeneratorFigures, 'planned' | 'sent' | 'answered'> {
  readonly ended: Omit<GeneratorFigures['ended'], 'wrong'>;
}

/** Calls by how they ended. `wrong` is what the checks of sampled answers found. */
export function callTotals({ planned, sent, answered, ended }: EndedCalls, wrong: number): CallTotals {
  return {
    planned,
    sent,
    answered,
    results: ended.result,
    rpcErrors: ended['rpc-error'],
    refused: ended['work-queue'],
    http: ended.http,
    timeouts: ended.timeout,
    connection: ended.connection,
    malformed: ended.malformed,
    wrong,
  };
}

/** Of a fault that an answer has by chance: see `rarestFault`. */
export const ANSWER_CONFIDENCE = 0.99;

/** How many answers were looked at, and what would have been found. */
export function answerChecks(
  { methods }: Pick<GeneratorFigures, 'methods'>,
  judged: { readonly methods: ReadonlyMap<string, number>; readonly cpuMs: number },
): AnswerChecks {
  const looked = methods.map(({ method, ended }) => ({ method, answers: ended.result, checked: judged.methods.get(method) ?? 0 }));
  return withRarestFaults({ cpuMs: judged.cpuMs, methods: looked });
}

/** The sums over the methods, and what would have been found. */
export function withRarestFaults({
  cpuMs,
  methods,
}: {
  readonly cpuMs: number;
  readonly methods: readonly Omit<AnswerChecks['methods'][number], 'oneIn'>[];
}): AnswerChecks {
  const checked = methods.reduce((sum, method) => sum + method.checked, 0);
  return {
    answers: methods.reduce((sum, { answers }) => sum + answers, 0),
    checked,
    confidence: ANSWER_CONFIDENCE,
    oneIn: rarestFault(checked, ANSWER_CONFIDENCE),
    cpuMs,
    methods: methods.map((method) => ({ ...method, oneIn: rarestFault(method.checked, ANSWER_CONFIDENCE) })),
  };
}

export function methodResults({ methods }: GeneratorFigures): MethodResult[] {
  return methods.map(({ method, planned, ended, resultsInTime, latency }) => ({
    method,
    calls: planned,
    results: ended.result,
    resultsInTime,
    errors: failed(ended),
    latency: latencyFigures(latency),
  }));
}

export function secondResults({ seconds, durationMs }: GeneratorFigures): SecondResult[] {
  return seconds.map(({ second, planned, sent, results, late, failed: errors, refused, p50Us, p99Us, maxUs, inFlight, waiting }) => ({
    second,
    measuredMs: Math.min(1_000, Math.max(0, durationMs - 1_000 * second)),
    planned,
    sent,
    results,
    late,
    errors,
    refused,
    p50Us,
    p99Us,
    maxUs,
    inFlight,
    waiting,
  }));
}

export function errorResults({ errors }: GeneratorFigures): ErrorResult[] {
  return errors.map(({ class: outcome, code, count, example }) => ({
    class: outcome,
    ...(code !== undefined && { code }),
    count,
    example,
  }));
}

const failed = (ended: Readonly<Record<OutcomeClass, number>>): number =>
  Object.entries(ended).reduce((sum, [outcome, count]) => (outcome === 'result' || outcome === 'work-queue' ? sum : sum + count), 0);
