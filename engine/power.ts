import type { ReportedTarget } from './reported-target.ts';
import type { Evidence } from './outcome.ts';

/** What became of a planted fault. */
export type FaultStatus =
  /** A case failed that passes without the fault. */
  | 'found'
  /** Every case with a call that the fault altered passed. */
  | 'missed'
  /** No call of any case was altered, so the fault could not be found. */
  | 'not-reached'
  /** It was not attempted: it contradicts nothing, or the run ended before. */
  | 'untried';

/** The failure by which a fault was found. */
export interface Finder {
  /** Id of the case. */
  readonly case: string;
  readonly check: string;
  readonly evidence: Evidence;
  readonly path?: string;
  readonly message: string;
}

/** A planted fault and what became of it. */
export interface FaultResult {
  /** `answer/dropped/getblock#verbosity=1:tx` */
  readonly id: string;
  /** `answer/dropped` */
  readonly operator: string;
  /** Neutral id. */
  readonly method: string;
  /** Path of the parameter, member or field; empty for the whole call or answer. */
  readonly place: string;
  /** Coverage ids (see `engine/coverage.ts`) that are shown to be judged when this fault is found. */
  readonly covers: readonly string[];
  /** What a node with this fault contradicts. */
  readonly sentence: { readonly text: string; readonly source: string };
  /** Set if no sentence speaks of it, or if the target file waives what a case found of it (rule `waived-difference`). */
  readonly outOfScope?: { readonly rule: string; readonly reason: string };
  readonly status: FaultStatus;
  readonly finder?: Finder;
  /** Why it cannot be found, from the list of exceptions. */
  readonly exception?: string;
  /** Ids of the cases that passed although the fault altered one of their calls, in the order of their runs. */
  readonly passed: readonly string[];
  readonly durationMs: number;
}

/** A rule whose cases pass without a fault, and whether a fault shows that they judge it. */
export interface RuleResult {
  /** Coverage id: `r:getblock/confirmations` */
  readonly id: string;
  /**
   * `judged`: a case of it fails with a fault, by a statement of its own. `not-judged`: no fault that altered one of its calls
   * showed that. `not-reached`: no fault altered one. `untried`: the run ended before, or only a part of the faults was selected.
   */
  readonly status: 'judged' | 'not-judged' | 'not-reached' | 'untried';
  /** The fault and the case that show it. */
  readonly fault?: string;
  readonly case?: string;
}

/** A case that failed without a fault, so that it shows nothing. */
export interface FailedCase {
  readonly id: string;
  readonly message: string;
}

/** The power of the cases on one target: `selfcheck.json`. */
export interface PowerResults {
  readonly pyx: string;
  readonly kind: 'selfcheck';
  readonly seed: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** False if it was interrupted, its time was over, or nodes ended before a fault was tried with all its cases. */
  readonly complete: boolean;
  readonly target: ReportedTarget & {
    /** Nodes were put back to an earlier state; otherwise they were replaced. */
    readonly snapshots: boolean;
  };
  /** Nodes in parallel. */
  readonly jobs: number;
  /** What was asked for; without a member, all faults that contradict a sentence. */
  readonly selection: {
    readonly methods?: readonly string[];
    readonly operators?: readonly string[];
    /** Number of faults, drawn by the seed. */
    readonly sample?: number;
    /** Also faults that contradict no sentence. */
    readonly all?: true;
  };
  /** The cases without a fault. */
  readonly cases: {
    readonly passed: number;
    readonly failed: readonly FailedCase[];
    readonly inapplicable: number;
    readonly skipped: number;
    readonly durationMs: number;
  };
  readonly faults: readonly FaultResult[];
  readonly rules: readonly RuleResult[];
  /** Number of faults of methods that the target file lists as absent. */
  readonly ofAbsentMethods: number;
  /** Cases that ended with an internal error in Pyx, by the fault. */
  readonly internalErrors: readonly { readonly fault: string; readonly case: string; readonly reason: string }[];
  /** Nodes that ended although the case does not end nodes, with the case that was run. Such a run shows nothing, and is repeated once. */
  readonly lostNodes: readonly { readonly case: string; readonly message: string }[];
  /** What is wrong with entries of the list of exceptions. */
  readonly staleExceptions: readonly string[];
}
