import { count, counted } from '../format.ts';
import { lostSentence } from '../lost-nodes.ts';
import { problemOf, problemOfLoss, type ReportedProblem } from '../problem.ts';
import type { Verdict } from '../verdict.ts';
import { diffCauses, type DiffCause } from './causes.ts';
import type { DiffResults } from './results.ts';

/**
 * What a comparison of two nodes shows: 2 if nothing could be compared; 1 for differences without a reason, listed ones that no longer
 * occur, lost nodes and cases that could not be run.
 */
export function diffVerdict({ compared, alike, disagreements, stale, lost, untried, b }: DiffResults): Verdict {
  const unknown = disagreements.filter(({ reason }) => reason === undefined).length;
  const known = disagreements.length - unknown;
  const share = (Math.floor((alike / Math.max(1, compared)) * 10_000) / 100).toFixed(2);
  const reasons = [
    `${counted(compared, 'case')} compared, ${count(alike)} alike: ${share} %.`,
    ...(unknown > 0 ? [`${counted(unknown, 'case')} without a known reason.`] : []),
    ...(known > 0 ? [`${counted(known, 'case')} with a known reason.`] : []),
    ...(stale.length > 0 ? [`${counted(stale.length, 'listed difference')} no longer occurring.`] : []),
    ...(lost.length > 0 ? [lostSentence(lost)] : []),
    ...(untried > 0 ? [`${counted(untried, 'case')} could not be run on both nodes.`] : []),
  ];
  const problems = [
    ...lost.map((loss) => problemOfLoss('diff', loss)),
    ...diffCauses(disagreements.filter(({ reason }) => reason === undefined)).map((cause) => problemOfCause(cause, b.name)),
  ];
  const bad = (code: 1 | 2, title: string): Verdict => ({ code, look: 'bad', title, reasons, problems });
  if (compared === 0) return bad(2, 'Nothing compared');
  if (unknown > 0 || stale.length > 0) return bad(1, 'Different');
  if (lost.length > 0) return bad(1, 'Node lost');
  return untried > 0 ? bad(1, 'Incomplete') : { code: 0, look: 'good', title: 'Alike', reasons, problems };
}

/** The first node is the baseline of the second. */
function problemOfCause({ method, difference, cases }: DiffCause, second: string): ReportedProblem {
  return problemOf(`diff ${method} ${difference}`, {
    rule: 'diff/difference',
    severity: 'breaking',
    title: `${method} answers otherwise: ${difference}`,
    message: `${difference} (first · second), in ${cases[0]}`,
    place: method,
    methods: [method],
    evidence: 'baseline',
    source: `the first node, beside ${second}`,
    occurrences: cases.length,
    replay: null,
  });
}
