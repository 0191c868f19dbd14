import type { MutationResults } from '../../engine/mutation-results.ts';
import { count, counted } from '../format.ts';
import { sharePercent } from '../selfcheck/share-percent.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';
import { judgedIn, killedShare, mutantsOf, scoreOf } from './scores.ts';

/** The options of a verdict on the mutants of a source. */
export interface MutationVerdictOptions extends VerdictOptions {
  /** Smallest share of the mutants (0 to 1) that must be found. */
  readonly failBelow?: number | undefined;
}

/** What the mutants of a source show of the cases: it fails if too few were found, or entries of the list of exceptions match none. */
export function mutationVerdict(results: MutationResults, { failBelow = 0, ...options }: MutationVerdictOptions = {}): Verdict {
  const { cases, complete, staleExceptions, selection } = results;
  const score = scoreOf(mutantsOf(results));
  const share = killedShare(score);
  const { killed, survived, notReached, excepted, untried } = score;
  const verdict = verdictOf(
    {
      failed: [
        ...(share !== null && share < failBelow ? [`Fewer than ${sharePercent(failBelow)} of the mutants were found.`] : []),
        ...(staleExceptions.length > 0 ? [`${counted(staleExceptions.length, 'exception')} to correct.`] : []),
      ],
      undecided: [
        ...(share === null ? ['No mutant was tried, so nothing was judged.'] : []),
        ...(cases.failed.length > cases.passed
          ? [`Most cases (${count(cases.failed.length)}) failed without a mutant: what was found says nothing about the suites.`]
          : []),
      ],
      remarks: [
        ...(survived > 0 ? [`${counted(survived, 'mutant')} survived.`] : []),
        ...(notReached > 0 ? [`No case runs the changed code of ${count(notReached)}.`] : []),
        ...(cases.failed.length > 0 ? [`${counted(cases.failed.length, 'case')} failed without a mutant, and found none.`] : []),
        ...(complete ? [] : ['The run ended early.']),
        ...(untried > 0 ? [`${counted(untried, 'mutant')} not tried.`] : []),
      ],
      facts: [
        'The node was one mutant of its source at a time. A mutant is found if a case fails that passes without it.',
        ...(selection.incremental === undefined ? [] : [`What ${selection.incremental} shows as found was not tried again.`]),
        ...(excepted > 0 ? [`${counted(excepted, 'mutant')} excepted.`] : []),
      ],
    },
    options,
  );
  const headline =
    share === null ? 'no mutant was tried' : `${sharePercent(share)} of ${count(judgedIn(score))} mutants found (${count(killed)})`;
  return { ...verdict, headline };
}
