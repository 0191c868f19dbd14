import type { Case } from '../../../engine/case.ts';
import type { Kill } from '../../../engine/kill.ts';
import type { FailedCase } from '../../../engine/selfcheck-results.ts';
import type { RunOptions } from '../../../engine/run.ts';
import type { OnTried } from '../tried.ts';
import type { CleanCase } from '../clean-case.ts';
import type { MutantResult } from './mutant-attempt.ts';
import type { OpenMutants } from './mutant-target.ts';
import type { SourceMutant } from './source-mutant.ts';

export interface SourceSelfcheckOptions {
  /** Options of a trial; its first node is not used. */
  readonly run: RunOptions;
  readonly cases: readonly Case[];
  /** Those to try. */
  readonly mutants: readonly SourceMutant[];
  /** How the program with the mutants is started. */
  readonly openMutants: OpenMutants;
  /** One process can be one mutant after the other. Otherwise each run takes a new node. */
  readonly hasSwitches: boolean;
  /** Why a mutant cannot be found; such a mutant is not tried. */
  readonly exceptionOf: (mutant: SourceMutant) => string | undefined;
  /** What is known of a mutant from an earlier run; such a mutant is not tried either. */
  readonly resultBefore?: ((mutant: SourceMutant) => MutantResult | undefined) | undefined;
  /** Which cases killed mutants of each place when they were last measured: these are tried first. */
  readonly killsBefore?: readonly Kill[] | undefined;
  /** Number of mutants, drawn by the seed from those that are not excepted. */
  readonly sample?: number | undefined;
  /** No further case is begun after this time (`performance.now()`). */
  readonly deadlineMs?: number | undefined;
  readonly onProgress?: (progress: SourceSelfcheckProgress) => void;
  /** Called each time when a case was run with a mutant. */
  readonly onTried?: OnTried | undefined;
  /** Called after each part of the mutants, with what is known so far: the process may be killed. */
  readonly onPart?: (checked: SourceSelfchecked) => void;
}

/** Progress of the cases without a mutant, then of the mutants. `count`: cases that failed, or mutants that were killed. */
export interface SourceSelfcheckProgress {
  readonly phase: 'cases' | 'mutants';
  /** Which cases are run: `of the default profile`. */
  readonly part: string;
  readonly done: number;
  readonly total: number;
  readonly count: number;
}

/** What the cases find of the mutants of a source. */
export interface SourceSelfchecked {
  /** Every mutant was tried that was to be. */
  readonly complete: boolean;
  readonly cases: {
    readonly passed: readonly CleanCase[];
    readonly failed: readonly FailedCase[];
    readonly inapplicable: number;
    readonly skipped: number;
    readonly durationMs: number;
  };
  readonly mutants: readonly MutantResult[];
}
