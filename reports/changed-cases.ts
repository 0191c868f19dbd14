import type { Severity } from '../engine/severity.ts';

/** A case whose status differs between two runs, or that failed in both. */
export interface ChangedCase {
  readonly id: string;
  readonly severity: Severity;
  /** The first finding: of the later run, or of the earlier one if it is fixed. */
  readonly message: string;
}

/** What changed from one run to a later one, the most serious cases first. */
export interface Changes {
  /** Failed now, and not before. */
  readonly added: readonly ChangedCase[];
  /** Failed before, and was run now without a failure. */
  readonly fixed: readonly ChangedCase[];
  readonly stillFailing: readonly ChangedCase[];
  /** Failed before, and was not run now. */
  readonly notRun: readonly ChangedCase[];
}
