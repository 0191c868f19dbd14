import type { SelfcheckResults } from '../../engine/selfcheck-results.ts';
import { counted } from '../format.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';
import { sharePercent } from './share-percent.ts';
import { foundShare, tallyOf } from './tally.ts';

/** What a selfcheck shows. */
export interface SelfcheckVerdict extends Verdict {
  /** `97.3 % of 3,120 faults found` */
  readonly headline: string;
}

/** The options of a verdict on a selfcheck. */
export interface SelfcheckVerdictOptions extends VerdictOptions {
  /** Smallest share of the faults (0 to 1) that must be found. */
  readonly failBelow?: number | undefined;
}

/**
 * What a selfcheck shows: it fails if too small a share of the faults was found, or entries of the list of exceptions are to be
 * corrected. It judges the cases and not the node, so it has no problems of the node; on a node on which most cases fail, it shows nothing.
 */
export function selfcheckVerdict(results: SelfcheckResults, { failBelow = 0, ...options }: SelfcheckVerdictOptions = {}): SelfcheckVerdict {
  const { cases, complete, faults, internalErrors, staleExceptions } = results;
  const tally = tallyOf(faults);
  const share = foundShare(tally);
  const tooFew = share !== null && share < failBelow;
  const verdict = verdictOf(
    {
      notDone:
        internalErrors.length > 0
          ? [`${counted(internalErrors.length, 'fault')} could not be tried because of an internal error in Pyx (please report it).`]
          : [],
      failed: [
        ...(tooFew ? [`Fewer than ${sharePercent(failBelow)} of the faults were found.`] : []),
        ...(staleExceptions.length > 0 ? [`${counted(staleExceptions.length, 'exception')} to correct.`] : []),
      ],
      undecided: [
        ...(share === null ? ['No fault was reached, so nothing was judged.'] : []),
        ...(cases.failed.length > cases.passed
          ? [
              `Most cases (${cases.failed.length} of ${cases.failed.length + cases.passed}) failed without a fault: what was found says nothing about the suites.`,
            ]
          : []),
      ],
      remarks: [
        ...(tally.missed > 0 ? [`${counted(tally.missed, 'fault')} ${tally.missed === 1 ? 'was' : 'were'} not found.`] : []),
        ...(cases.failed.length > 0
          ? [`${counted(cases.failed.length, 'case')} failed without a fault, and ${cases.failed.length === 1 ? 'finds' : 'find'} none.`]
          : []),
        // By --time: it was asked for no more.
        ...(complete ? [] : ['The run ended early.']),
        ...(tally.untried > 0 ? [`${counted(tally.untried, 'fault')} ${tally.untried === 1 ? 'was' : 'were'} not tried.`] : []),
      ],
      facts: [
        'One fault at a time was planted between client and node. A fault is found if a case fails that passes without it.',
        ...(tally.notReached > 0 ? [`${counted(tally.notReached, 'fault')} altered no call of any case.`] : []),
      ],
    },
    options,
  );
  return { ...verdict, headline: headlineOf(results) };
}

function headlineOf({ faults }: SelfcheckResults): string {
  const tally = tallyOf(faults);
  const share = foundShare(tally);
  const { found, missed, excepted } = tally;
  return share === null ? 'no fault was reached' : `${sharePercent(share)} of ${counted(found + missed + excepted, 'fault')} found`;
}
