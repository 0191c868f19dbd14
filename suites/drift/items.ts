import type { Difference, What } from '../../engine/difference.ts';
import type { ChangeClass, ChangeRuleName } from '../../specs/compare/change-rules.ts';

/** What shows a difference: a line of help, a call with its answer, or a case that makes the call again. */
export interface DriftEvidence {
  readonly kind: 'help' | 'call' | 'discover' | 'case';
  /** The line of help, or what was expected and what came. */
  readonly text: string;
  readonly request?: unknown;
  readonly response?: unknown;
  /** Command that makes the call again. */
  readonly replay?: string;
}

/** One difference between the specification and a node. */
export interface DriftItem {
  readonly change: ChangeRuleName;
  readonly class: ChangeClass;
  /** Neutral id of a documented method; for another one its name on the node. */
  readonly method: string;
  /** The place in it: an argument, a field, the name of a case; empty for the whole method. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Place in the specification: `document 2, Blockchain and memory pool: getblock`. */
  readonly source: string;
  readonly evidence: DriftEvidence;
  /** The identity by which it is accepted, if it can be: equal to that of the same difference in a run. */
  readonly difference?: Difference;
  /** Why it is known: the reason in the target file. */
  readonly accepted?: string;
}

/** Differences with the same cause. */
export interface DriftFinding extends Pick<DriftItem, 'change' | 'class' | 'before' | 'after' | 'source' | 'evidence'> {
  /** One line: what changed, where. */
  readonly headline: string;
  readonly places: readonly { readonly method: string; readonly path: string }[];
  /** The identities by which it is accepted: one for each place. */
  readonly differences: readonly What[];
  /** Lines for the target file, if it is to stay: that its methods are absent, or an entry of `accepted`. */
  readonly block?: string;
  readonly accepted?: string;
}
