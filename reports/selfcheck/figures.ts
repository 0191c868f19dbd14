import type { SelfcheckResults } from '../../engine/selfcheck-results.ts';
import { foundShare, judgedIds, outOfScopeRows, tallyOf, type OutOfScopeRow, type Tally } from './tally.ts';

/** The figures of a selfcheck, for programs. */
export interface SelfcheckFigures {
  readonly complete: boolean;
  readonly seed: number;
  readonly durationMs: number;
  readonly cases: { readonly passed: number; readonly failed: number; readonly inapplicable: number; readonly skipped: number };
  readonly faults: Tally;
  /** From 0 to 1; null if no fault was reached. */
  readonly foundShare: number | null;
  /** Coverage ids of which a fault was found. */
  readonly judged: number;
  /** Coverage ids of which faults were reached and none was found. */
  readonly notJudged: readonly string[];
  /** Coverage ids of which no fault was reached. */
  readonly notReached: readonly string[];
  readonly outOfScope: readonly OutOfScopeRow[];
  readonly internalErrors: number;
  readonly lostNodes: number;
  readonly staleExceptions: readonly string[];
}

/** The figures of these results. */
export function figuresOf(results: SelfcheckResults): SelfcheckFigures {
  const { complete, seed, durationMs, cases, faults, internalErrors, lostNodes, staleExceptions } = results;
  const tally = tallyOf(faults);
  const { judged, notJudged, notReached } = judgedIds(results);
  return {
    complete,
    seed,
    durationMs,
    cases: { passed: cases.passed, failed: cases.failed.length, inapplicable: cases.inapplicable, skipped: cases.skipped },
    faults: tally,
    foundShare: foundShare(tally),
    judged: judged.length,
    notJudged: notJudged.map(({ id }) => id),
    notReached,
    outOfScope: outOfScopeRows(faults),
    internalErrors: internalErrors.length,
    lostNodes: lostNodes.length,
    staleExceptions,
  };
}
