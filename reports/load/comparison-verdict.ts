import type { Comparison } from '../../load/compare/types.ts';
import type { LoadResults } from '../../load/results.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';
import { comparisonReasons } from './comparison-rows.ts';

/** What was asked of figures, and how it stands, in a sentence. */
export interface FigureJudgement {
  readonly as: 'met' | 'undecided' | 'failed';
  readonly message: string;
}

/** A load that is compared. */
type Side = Pick<LoadResults, 'generator'>;

/** How a comparison with `other` stands. `sides`: the loads whose figures it has, as far as they are known. */
export function judgedComparison(other: string, comparison: Comparison, sides: readonly Side[]): FigureJudgement {
  const message = `Compared with ${other}: ${comparisonReasons(comparison).join(' ')}`;
  if (isDoubtful(comparison, sides)) return { as: 'undecided', message: `${message} The compared figures cannot be trusted.` };
  if (comparison.isRegression) return { as: 'failed', message };
  return { as: comparison.metrics.some(({ verdict }) => verdict === 'undecided') ? 'undecided' : 'met', message };
}

/**
 * Whether figures are not those of the nodes. Loads that were measured apart need a machine that is as quiet both times; what pairs
 * share, such as a busy machine and few calls, is in the spread of their ratios.
 */
function isDoubtful({ unit, warnings }: Comparison, sides: readonly Side[]): boolean {
  return unit === 'pair' ? sides.some(({ generator }) => generator.saturated !== null) : warnings.length > 0;
}

/** The verdict on two loads that were measured before. */
export function comparisonVerdict(comparison: Comparison, sides: readonly Side[], options: VerdictOptions = {}): Verdict {
  const { as, message } = judgedComparison('the first load', comparison, sides);
  return verdictOf({ [as === 'met' ? 'facts' : as]: [message] }, options);
}
