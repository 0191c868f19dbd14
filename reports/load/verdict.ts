import type { LoadResults } from '../../load/results.ts';
import { generatorDoubts, tailDoubts } from '../../load/run/warnings.ts';
import { capitalised, count, counted } from '../format.ts';
import { problemOf, type ReportedProblem } from '../problem.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';
import { judgedComparison, type FigureJudgement } from './comparison-verdict.ts';
import { lookedAt } from './answers-text.ts';
import { latency, perSecond, share } from './units.ts';

/** Why a load fails. */
export interface LoadFailure {
  /**
   * `health`: the node or the load ended; `document`: an answer contradicts the specification; `threshold`: figures that were asked
   * for; `baseline`: the node beside it, or an earlier load, was faster.
   */
  readonly evidence: 'health' | 'document' | 'threshold' | 'baseline';
  readonly message: string;
}

/** What a load shows. */
export interface LoadVerdict extends Verdict {
  /** What the node takes. */
  readonly headline: string;
  readonly failures: readonly LoadFailure[];
}

/**
 * What a load shows. It fails where a threshold was not met, the node is slower than the one beside it or than an earlier load, an
 * answer was wrong, or the node ended. It is inconclusive where that depends on figures that cannot be trusted.
 */
export function loadVerdict(results: LoadResults, options: VerdictOptions = {}): LoadVerdict {
  const { thresholds, warnings, saturation, scenario, complete, stopped, beside, baseline } = results;
  const { interrupted = false } = options;
  const judged = thresholds.map((threshold) => judgedThreshold(threshold, results));
  const comparisons = [
    ...(beside?.comparison ? [judgedComparison(beside.other, beside.comparison)] : []),
    ...(baseline ? [judgedComparison('the baseline', baseline)] : []),
  ];
  const ofFigures = [...judged, ...comparisons];
  const of = (wanted: FigureJudgement['as']): string[] => ofFigures.filter(({ as }) => as === wanted).map(({ message }) => message);
  const ended = complete ? [] : [`The load did not come to its end: ${stopped ?? 'it was ended early'}.`];
  const failures: LoadFailure[] = [
    ...(interrupted ? [] : ended).map((message) => ({ evidence: 'health' as const, message })),
    ...failedIn(judged).map((message) => ({ evidence: 'threshold' as const, message })),
    ...failedIn(comparisons).map((message) => ({ evidence: 'baseline' as const, message })),
    ...answerFailures(results),
    ...unansweredFaults(results).map((message) => ({ evidence: 'health' as const, message })),
  ];
  const undecided = [
    ...of('undecided'),
    ...(saturation?.confirmedPerS === null ? ['The search confirmed no rate.'] : []),
    ...(saturation?.complete === false && !interrupted ? ['The search for the highest rate was ended early.'] : []),
  ];
  const distrusted =
    warnings.length > 0 ? `${capitalised(counted(warnings.length, 'warning'))}: not all figures can be trusted.` : undefined;
  const good = failures.length + undecided.length === 0;
  const verdict = verdictOf(
    {
      failed: failures.map(({ message }) => message),
      untried: interrupted ? ended : [],
      undecided: [...undecided, ...(undecided.length > 0 && distrusted !== undefined ? [distrusted] : [])],
      remarks: undecided.length === 0 && distrusted !== undefined ? [distrusted] : [],
      facts: [...(good && complete ? [metText(results), ...lookedText(results)] : []), ...of('met').filter((message) => message !== '')],
      problems: failures.map((failure, index) => problemOfFailure(failure, index, scenario)),
    },
    options,
  );
  return { ...verdict, headline: saturation ? whatItTakes(results) : `${whatItTakes(results)} (${loadedBy(results)})`, failures };
}

/** Shares of calls without a result are counted; the others are measured, and depend on what else the machine did. */
const COUNTED = /^\s*(?:errors|refused)\b/;
const TAIL = /^\s*p9[59]/;

/** Those that are met need no message of their own. */
function judgedThreshold({ expression, measured, passed }: LoadResults['thresholds'][number], results: LoadResults): FigureJudgement {
  const { saturation, warnings } = results;
  const isCounted = COUNTED.test(expression);
  if (passed) {
    // What else used the machine only slowed the node: a limit that it met all the same is met.
    const doubts = isCounted ? [] : [...generatorDoubts(results), ...(TAIL.test(expression) ? tailDoubts(results) : [])];
    return doubts.length > 0
      ? { as: 'undecided', message: `${expression} was met by ${measured}, and that is not certain.` }
      : { as: 'met', message: '' };
  }
  const message = `${expression} was not met: measured ${measured}.`;
  // Each rate of a search was measured for itself; the load after it can contradict them.
  if (saturation && saturation.lowPerS > 0)
    return {
      as: 'undecided',
      message: `Not confirmed by the load at ${perSecond(saturation.lowPerS)} calls/s that followed the search: ${message}`,
    };
  return { as: isCounted || warnings.length === 0 ? 'failed' : 'undecided', message };
}

/** What is wrong with the answers. */
function answerFailures({ complete, totals, checkedAnswers }: LoadResults): LoadFailure[] {
  const failures: LoadFailure[] = [];
  const fail = (evidence: LoadFailure['evidence'], message: string): void => void failures.push({ evidence, message });
  if (totals.malformed > 0)
    fail(
      'health',
      `${counted(totals.malformed, 'answer')} ${totals.malformed === 1 ? 'is' : 'are'} no answer to the call (JSON-RPC 1.0, HTTP).`,
    );
  if (totals.wrong > 0)
    fail(
      'document',
      `${counted(totals.wrong, 'answer')} of ${count(checkedAnswers)} that were looked at ${totals.wrong === 1 ? 'contradicts' : 'contradict'} the specification.`,
    );
  if (totals.results === 0 && complete) fail('health', 'No call was answered with a result.');
  return failures;
}

/** Of a load that went on after a planned fault, without an answer. */
const unansweredFaults = ({ complete, plannedFaults = [] }: LoadResults): string[] =>
  plannedFaults
    .filter(({ firstAnswerAfterMs }) => complete && firstAnswerAfterMs === null)
    .map(({ fault }) => `No call was answered after ${fault}.`);

const SOURCES: { readonly [evidence in LoadFailure['evidence']]: string } = {
  health: 'the node',
  document: 'the specification',
  threshold: 'the thresholds of the load',
  baseline: 'the load that it is compared with',
};

function problemOfFailure({ evidence, message }: LoadFailure, index: number, { name, mix }: LoadResults['scenario']): ReportedProblem {
  return problemOf(`load ${name} ${evidence} ${index}`, {
    rule: `load/${evidence}`,
    severity: 'breaking',
    title: `load ${name}: ${message}`,
    message,
    place: `load ${name}`,
    methods: mix.map(({ method }) => method),
    evidence,
    source: SOURCES[evidence],
    occurrences: 1,
    replay: null,
  });
}

const failedIn = (judged: readonly FigureJudgement[]): string[] => judged.filter(({ as }) => as === 'failed').map(({ message }) => message);

function metText({ thresholds, checkedAnswers }: LoadResults): string {
  if (thresholds.length > 0)
    return `${thresholds.length === 1 ? 'The threshold was' : `All ${count(thresholds.length)} thresholds were`} met.`;
  return checkedAnswers > 0
    ? 'No threshold was given, so nothing was judged but the answers.'
    : 'No threshold was given and no answer was looked at, so nothing was judged.';
}

/** What would have been found of wrong answers. */
function lookedText(results: LoadResults): string[] {
  return results.checkedAnswers > 0 ? [`No wrong answer; ${lookedAt(results)}.`] : [];
}

/** `3,412 calls/s, p99 9.81 ms, no errors`, or of a search: `takes 4,200 to 4,400 calls/s within p99 < 50ms`. */
export function whatItTakes(results: LoadResults): string {
  const { rate, latency: measured, totals, saturation } = results;
  if (!saturation) {
    const transactions = transactionsPerS(results);
    const { results: good, rpcErrors, refused, http, timeouts, connection, malformed } = totals;
    const errors = rpcErrors + refused + http + timeouts + connection + malformed;
    // Under way or waiting when the load was stopped.
    const unfinished = totals.planned - good - errors;
    return [
      `${perSecond(rate.resultsPerS)} calls/s`,
      ...(transactions === undefined ? [] : [`${perSecond(transactions)} transactions/s`]),
      `p99 ${latency(measured.p99Us)}`,
      errors > 0 ? `${share(errors / Math.max(1, totals.planned))} without a result` : 'no errors',
      ...(unfinished > 0 ? [`${counted(unfinished, 'call')} not finished`] : []),
    ].join(', ');
  }
  const { lowPerS, highPerS, confirmedPerS, thresholds } = saturation;
  const within = thresholds.join(', ');
  if (lowPerS === 0) return `takes less than ${perSecond(highPerS ?? 0)} calls/s within ${within}`;
  if (confirmedPerS === null) return `may take ${perSecond(lowPerS)} calls/s within ${within}; no rate was confirmed`;
  return highPerS === null
    ? `takes ${perSecond(lowPerS)} calls/s or more within ${within}; no higher rate was tried`
    : `takes ${perSecond(lowPerS)} to ${perSecond(highPerS)} calls/s within ${within}`;
}

/** How the load was made: `closed model, 16 connections`. */
export function loadedBy({ rate, scenario }: LoadResults): string {
  const model = rate.targetPerS === null ? 'closed model' : `open model at ${perSecond(rate.targetPerS)} calls/s`;
  return `${model}, ${connectionsText(scenario)}`;
}

/** `16 connections, up to 512 while these are busy` */
export function connectionsText({ connections, keepAlive = true, maxInFlight = connections }: LoadResults['scenario']): string {
  const kept = keepAlive ? counted(connections, 'connection') : `${counted(connections, 'connection')} at a time, each for one call`;
  return maxInFlight > connections ? `${kept}, up to ${count(maxInFlight)} while these are busy` : kept;
}

/** Transactions that the node accepted in calls that submit any, per second, counted as results are (within the duration); undefined where the scenario has no such calls. */
export function transactionsPerS({
  scenario: { mix },
  methods,
  durationMs,
}: Pick<LoadResults, 'scenario' | 'methods' | 'durationMs'>): number | undefined {
  const submitting = mix.filter(({ method }) => method === 'sendrawtransaction' || method === 'tpstestadd');
  if (submitting.length === 0) return undefined;
  const accepted = submitting.map(({ method, batch }) => {
    const { results = 0, resultsInTime = results } = methods.find((result) => result.method === method) ?? {};
    return batch * resultsInTime;
  });
  return accepted.reduce((sum, count) => sum + count, 0) / (durationMs / 1_000);
}
