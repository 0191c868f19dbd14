import type { Spec } from '../../../specs/model/types.ts';
import type { Candidate } from '../candidate.ts';

/** A general statement about faults that contradict nothing. */
export interface ScopeRule {
  readonly id: string;
  /** Why such faults contradict no sentence of the documents and no public standard. */
  readonly explanation: string;
  /** The reason for this fault, or undefined if the rule does not remove it. */
  readonly removes: (candidate: Candidate, spec: Spec) => string | undefined;
}
