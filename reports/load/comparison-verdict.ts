import type { Comparison } from '../../load/compare/types.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';
import { comparisonReasons } from './comparison-rows.ts';

/** What was asked of figures, and how it stands, in a sentence. */
export interface FigureJudgement {
  readonly as: 'met' | 'undecided' | 'failed';
  readonly message: string;
}

/** `doubts`: why the figures of one of the sides cannot be trusted. What pairs share, such as a busy machine, is in their spread. */
export function judgedComparison(other: string, comparison: Comparison, doubts: readonly string[]): FigureJudgement {
  const message = `Compared with ${other}: ${comparisonReasons(comparison).join(' ')}`;
  if (doubts.length > 0) return { as: 'undecided', message: `${message} The compared figures cannot be trusted.` };
  if (comparison.isRegression) return { as: 'failed', message };
  return { as: comparison.metrics.some(({ verdict }) => verdict === 'undecided') ? 'undecided' : 'met', message };
}

/** The verdict on two loads that were measured before. */
export function comparisonVerdict(comparison: Comparison, options: VerdictOptions = {}): Verdict {
  const { as, message } = judgedComparison('the first load', comparison, comparison.warnings);
  return verdictOf({ [as === 'met' ? 'facts' : as]: [message] }, options);
}
