import { count, counted } from '../format.ts';
import { lostSentence } from '../lost-nodes.ts';
import { problemOf, problemOfLoss, type ReportedProblem } from '../problem.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';
import { diffCauses, type DiffCause } from './causes.ts';
import type { DiffResults } from './results.ts';

/**
 * What a comparison of two nodes shows: it could not be done if nothing could be compared; it fails for differences without a reason,
 * listed ones that no longer occur, and lost nodes.
 */
export function diffVerdict(
  { compared, alike, disagreements, stale, lost, untried, b }: DiffResults,
  options: VerdictOptions = {},
): Verdict {
  const unexplained = disagreements.filter(({ reason }) => reason === undefined);
  const unknown = unexplained.length;
  const known = disagreements.length - unknown;
  const share = (Math.floor((alike / Math.max(1, compared)) * 10_000) / 100).toFixed(2);
  return verdictOf(
    {
      notDone: compared === 0 ? ['Nothing could be compared.'] : [],
      failed: [
        ...(unknown > 0 ? [`${counted(unknown, 'case')} without a known reason.`] : []),
        ...(stale.length > 0 ? [`${counted(stale.length, 'listed difference')} no longer occurring.`] : []),
        ...(lost.length > 0 ? [lostSentence(lost)] : []),
      ],
      untried: untried > 0 ? [`${counted(untried, 'case')} could not be run on both nodes.`] : [],
      facts: [
        `${counted(compared, 'case')} compared, ${count(alike)} alike: ${share} %.`,
        ...(known > 0 ? [`${counted(known, 'case')} with a known reason.`] : []),
      ],
      problems: [
        ...lost.map((loss) => problemOfLoss('diff', loss)),
        ...diffCauses(unexplained).map((cause) => problemOfCause(cause, b.name)),
      ],
    },
    options,
  );
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
