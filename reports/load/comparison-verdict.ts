import type { Comparison } from '../../load/compare/types.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';
import { comparisonReasons } from './comparison-rows.ts';

/** What was asked of figures, and how it stands, in a sentence. */
export interface FigureJudgement {
  readonly as: 'met' | 'undecided' | 'failed';
  readonly message: string;
}

/** How a comparison with `other` stands. */
export function judgedComparison(other: string, comparison: Comparison): FigureJudgement {
  const { metrics, isRegression, doubts = [] } = comparison;
  const message = `Compared with ${other}: ${comparisonReasons(comparison).join(' ')}`;
  if (doubts.length > 0) return { as: 'undecided', message: `${message} The compared figures cannot be trusted.` };
  if (isRegression) return { as: 'failed', message };
  return { as: metrics.some(({ verdict }) => verdict === 'undecided') ? 'undecided' : 'met', message };
}

/** The verdict on two loads that were measured before. */
export function comparisonVerdict(comparison: Comparison, options: VerdictOptions = {}): Verdict {
  const { as, message } = judgedComparison('the first load', comparison);
  return verdictOf({ [as === 'met' ? 'facts' : as]: [message] }, options);
}
