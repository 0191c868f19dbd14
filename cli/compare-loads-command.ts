import { COMPARE_DEFAULTS, compareLoads } from '../load/compare/compare.ts';
import { comparisonVerdict } from '../reports/load/comparison-verdict.ts';
import { printComparison } from '../reports/load/comparison.ts';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { printJson } from '../reports/print.ts';
import { reportedVerdict, type Inconclusive } from '../reports/verdict.ts';

/** The options of `pyx load compare` as commander gives them. Shares, not percent. */
export interface CompareLoadsFlags {
  readonly tolerance: number;
  readonly confidence: number;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly inconclusive?: Inconclusive;
}

/** `pyx load compare`: prints what changed between two loads. Returns the exit code. */
export function compareLoadsCommand(base: string, changed: string, flags: CompareLoadsFlags): number {
  const { tolerance, confidence, force, json, inconclusive } = flags;
  const comparison = compareLoads(readLoadResults(base), readLoadResults(changed), {
    ...COMPARE_DEFAULTS,
    tolerance,
    confidence,
    force: force === true,
  });
  const verdict = comparisonVerdict(comparison, { inconclusive });
  if (json === true) printJson(process.stdout, { ...comparison, verdict: reportedVerdict(verdict) });
  else printComparison(comparison, verdict, { stream: process.stdout });
  return verdict.code;
}
