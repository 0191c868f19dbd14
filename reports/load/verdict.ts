import type { Comparison } from '../../load/compare/types.ts';
import type { LoadResults } from '../../load/results.ts';
import { count, counted } from '../format.ts';
import { problemOf, type ReportedProblem } from '../problem.ts';
import type { Verdict } from '../verdict.ts';
import { lookedAt } from './answers-text.ts';
import { comparisonReasons } from './comparison-rows.ts';
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
}

/**
 * What a load shows: 1 where a threshold was not met, the node is slower than the one beside it or than an earlier load, an answer was
 * wrong, or the load did not come to its end. `baseline`: what changed since an earlier load.
 */
export function loadVerdict(results: LoadResults, baseline?: Comparison): LoadVerdict {
  const { warnings, saturation, scenario } = results;
  const own = loadFailures(results);
  const reasons = own.map(({ message }) => message);
  if (own.length === 0) {
    reasons.push(metText(results));
    if (results.checkedAnswers > 0) reasons.push(`No wrong answer; ${lookedAt(results)}.`);
  }
  if (results.beside?.comparison?.isRegression === false) reasons.push(...comparedWithBeside(results));
  if (warnings.length > 0) reasons.push(`${sentence(counted(warnings.length, 'warning'))}: not all figures can be trusted.`);
  const compared = baseline ? [`Compared with the baseline: ${comparisonReasons(baseline).join(' ')}`] : [];
  const isSlower = baseline?.isRegression === true;
  const failures = [...own, ...(isSlower ? compared.map((message): LoadFailure => ({ evidence: 'baseline', message })) : [])];
  const good = warnings.length > 0 ? 'neutral' : 'good';
  return {
    code: failures.length > 0 ? 1 : 0,
    look: failures.length > 0 ? 'bad' : good,
    title: own.length === 0 && isSlower ? 'Regression' : titleOf(results),
    headline: saturation ? whatItTakes(results) : `${whatItTakes(results)} (${loadedBy(results)})`,
    reasons: [...reasons, ...compared],
    problems: failures.map((failure, index) => problemOfFailure(failure, index, scenario)),
  };
}

function metText({ thresholds, checkedAnswers }: LoadResults): string {
  if (thresholds.length > 0)
    return `${thresholds.length === 1 ? 'The threshold was' : `All ${count(thresholds.length)} thresholds were`} met.`;
  return checkedAnswers > 0
    ? 'No threshold was given, so nothing was judged but the answers.'
    : 'No threshold was given and no answer was looked at, so nothing was judged.';
}

/** Why a load fails by its own figures. */
export function loadFailures(results: LoadResults): LoadFailure[] {
  const { complete, stopped, thresholds, totals, checkedAnswers, saturation } = results;
  const failures: LoadFailure[] = [];
  const fail = (evidence: LoadFailure['evidence'], message: string): void => void failures.push({ evidence, message });
  if (!complete) fail('health', `The load did not come to its end: ${stopped ?? 'it was ended early'}.`);
  // Each rate of a search was measured for itself; the load after it can contradict them.
  const where =
    saturation && saturation.lowPerS > 0 ? `The load at ${perSecond(saturation.lowPerS)} calls/s that followed the search: ` : '';
  for (const { expression, measured, passed } of thresholds)
    if (!passed) fail('threshold', `${where}${expression} was not met: measured ${measured}.`);
  if (saturation?.confirmedPerS === null && thresholds.every(({ passed }) => passed)) fail('threshold', 'The search confirmed no rate.');
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
  if (results.beside?.comparison?.isRegression === true) for (const message of comparedWithBeside(results)) fail('baseline', message);
  return failures;
}

function comparedWithBeside({ beside }: LoadResults): string[] {
  return beside?.comparison ? [`Compared with ${beside.other}: ${comparisonReasons(beside.comparison).join(' ')}`] : [];
}

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

function titleOf({ complete, thresholds, totals, saturation, beside }: LoadResults): string {
  if (!complete) return 'Not complete';
  if (thresholds.some(({ passed }) => !passed)) return saturation && saturation.lowPerS > 0 ? 'Not confirmed' : 'Thresholds not met';
  if (saturation?.confirmedPerS === null) return 'Not confirmed';
  if (totals.wrong > 0 || totals.malformed > 0) return 'Wrong answers';
  if (totals.results === 0) return 'No results';
  return beside?.comparison?.isRegression === true ? 'Regression' : 'Passed';
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

/** With a capital at its beginning. */
export const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** How the load was made: `closed model, 16 connections`. */
export function loadedBy({ rate, scenario }: LoadResults): string {
  const model = rate.targetPerS === null ? 'closed model' : `open model at ${perSecond(rate.targetPerS)} calls/s`;
  return `${model}, ${connectionsText(scenario)}`;
}

/** `16 connections, up to 512 while these are busy` */
export function connectionsText({ connections, maxInFlight = connections }: LoadResults['scenario']): string {
  const kept = counted(connections, 'connection');
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
