import type { LoadResults } from '../results.ts';
import { compareLoads, type CompareOptions } from './compare.ts';

/** The results of a load with what changed from the one beside it, if both came to their end. Throws `CompareError`. */
export function withComparison(beside: LoadResults, target: LoadResults, options: CompareOptions): LoadResults {
  if (!target.beside || !beside.complete || !target.complete) return target;
  return { ...target, beside: { ...target.beside, comparison: compareLoads(beside, target, options) } };
}
