import { COMPARE_DEFAULTS, compareLoads } from '../load/compare/compare.ts';
import { printComparison } from '../reports/load/comparison.ts';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { printJson } from '../reports/print.ts';

/** The options of `pyx load compare` as commander gives them. Shares, not percent. */
export interface CompareLoadsFlags {
  readonly tolerance: number;
  readonly confidence: number;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `pyx load compare`: prints what changed between two loads. Returns the exit code: 1 for a regression. */
export function compareLoadsCommand(base: string, changed: string, { tolerance, confidence, force, json }: CompareLoadsFlags): number {
  const comparison = compareLoads(readLoadResults(base), readLoadResults(changed), {
    ...COMPARE_DEFAULTS,
    tolerance,
    confidence,
    force: force === true,
  });
  if (json === true) printJson(process.stdout, comparison);
  else printComparison(comparison, { stream: process.stdout });
  return comparison.isRegression ? 1 : 0;
}
