import type { LoadResults } from '../../load/results.ts';
import { counted } from '../format.ts';
import { latency, perSecond, share } from './units.ts';

export interface LoadVerdict {
  /** 1 where a threshold was not met, an answer was wrong, or the load did not come to its end. */
  readonly code: 0 | 1;
  /** One or two words. */
  readonly title: string;
  /** What the node takes, in one line. */
  readonly headline: string;
  /** Sentences that give the reasons for the title. */
  readonly reasons: readonly string[];
}

/** A load run in a few words. */
export function loadVerdict(results: LoadResults): LoadVerdict {
  const { complete, stopped, thresholds, totals, checkedAnswers, wrongAnswers } = results;
  const failed = thresholds.filter(({ passed }) => !passed);
  const reasons: string[] = [];
  if (!complete) reasons.push(`The load did not come to its end: ${stopped ?? 'it was ended early'}.`);
  for (const { expression, measured } of failed) reasons.push(`Threshold not met: ${expression} (measured ${measured}).`);
  if (totals.wrong > 0)
    reasons.push(`${counted(totals.wrong, 'answer')} of ${counted(checkedAnswers, 'checked answer')} contradict the specification.`);
  if (totals.results === 0 && complete) reasons.push('No call was answered with a result.');
  const code = reasons.length > 0 ? 1 : 0;
  if (code === 0)
    reasons.push(
      thresholds.length > 0
        ? `All ${counted(thresholds.length, 'threshold')} met.`
        : 'No threshold was given, so nothing was judged but the answers.',
    );
  const title = !complete
    ? 'Not complete'
    : failed.length > 0
      ? 'Thresholds not met'
      : wrongAnswers.length > 0
        ? 'Wrong answers'
        : totals.results === 0
          ? 'No results'
          : 'Passed';
  return { code, title, headline: headlineOf(results), reasons };
}

/** `3,412 calls/s, p99 9.81 ms, no errors (closed model, 16 connections)`. */
export function headlineOf(results: LoadResults): string {
  const { rate, latency: measured, totals, scenario, saturation } = results;
  const transactions = transactionsPerS(results);
  const errors = totals.planned - totals.results;
  const figures = [
    `${perSecond(rate.resultsPerS)} calls/s`,
    ...(transactions === undefined ? [] : [`${perSecond(transactions)} transactions/s`]),
    `p99 ${latency(measured.p99Us)}`,
    errors > 0 ? `${share(errors / Math.max(1, totals.planned))} without a result` : 'no errors',
  ].join(', ');
  const model = rate.targetPerS === null ? 'closed model' : `open model at ${perSecond(rate.targetPerS)} calls/s`;
  const measuredAs = `${figures} (${model}, ${counted(scenario.connections, 'connection')})`;
  if (!saturation) return measuredAs;
  const { lowPerS, highPerS, thresholds } = saturation;
  const within = thresholds.join(', ');
  if (lowPerS === 0) return `takes less than ${perSecond(highPerS ?? 0)} calls/s within ${within}`;
  return highPerS === null
    ? `takes ${perSecond(lowPerS)} calls/s or more within ${within}; no higher rate was tried`
    : `takes ${perSecond(lowPerS)} to ${perSecond(highPerS)} calls/s within ${within}`;
}

/** Transactions that the node accepted in calls that submit any, per second; undefined where the scenario has no such calls. */
export function transactionsPerS({
  scenario: { mix },
  methods,
  durationMs,
}: Pick<LoadResults, 'scenario' | 'methods' | 'durationMs'>): number | undefined {
  const submitting = mix.filter(({ method }) => method === 'sendrawtransaction' || method === 'tpstestadd');
  if (submitting.length === 0) return undefined;
  const accepted = submitting.map(({ method, batch }) => batch * (methods.find((one) => one.method === method)?.results ?? 0));
  return accepted.reduce((sum, count) => sum + count, 0) / (durationMs / 1_000);
}
