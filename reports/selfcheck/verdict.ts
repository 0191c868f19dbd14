import type { SelfcheckResults } from '../../engine/selfcheck-results.ts';
import { counted } from '../format.ts';
import type { Verdict } from '../verdict.ts';
import { sharePercent } from './share-percent.ts';
import { foundShare, tallyOf } from './tally.ts';

/** What a selfcheck shows. */
export interface SelfcheckVerdict extends Verdict {
  /** `97.3 % of 3,120 faults found` */
  readonly headline: string;
}

/**
 * What a selfcheck shows: 1 if a smaller share of the faults than `failBelow` (0 to 1) was found, or entries of the list of exceptions
 * are to be corrected. It judges the cases and not the node, so it has no problems of the node.
 */
export function selfcheckVerdict(results: SelfcheckResults, failBelow = 0): SelfcheckVerdict {
  const { cases, complete, faults, internalErrors, staleExceptions } = results;
  const tally = tallyOf(faults);
  const share = foundShare(tally);
  const tooFew = share !== null && share < failBelow;
  const isDoubtful = cases.failed.length + internalErrors.length + staleExceptions.length > 0;
  const code = tooFew || staleExceptions.length > 0 ? 1 : 0;
  return {
    code,
    look: code === 1 || isDoubtful ? 'bad' : complete && tally.missed === 0 ? 'good' : 'neutral',
    title: tooFew ? 'Too few found' : staleExceptions.length > 0 ? 'Exceptions to correct' : complete ? 'Complete' : 'Incomplete',
    headline: headlineOf(results),
    reasons: [
      'One fault at a time was planted between client and node. A fault is found if a case fails that passes without it.',
      ...(tooFew ? [`Fewer than ${sharePercent(failBelow)} of the faults were found.`] : []),
      ...(complete ? [] : ['The run ended early.']),
      ...(tally.untried > 0 ? [`${counted(tally.untried, 'fault')} ${tally.untried === 1 ? 'was' : 'were'} not tried.`] : []),
      ...(tally.notReached > 0 ? [`${counted(tally.notReached, 'fault')} altered no call of any case.`] : []),
    ],
    problems: [],
  };
}

function headlineOf({ faults }: SelfcheckResults): string {
  const tally = tallyOf(faults);
  const share = foundShare(tally);
  const { found, missed, excepted } = tally;
  return share === null ? 'no fault was reached' : `${sharePercent(share)} of ${counted(found + missed + excepted, 'fault')} found`;
}
