import type { Difference, What } from '../../engine/difference.ts';

/** What a command has found and a target file can accept, by one cause. */
export interface Acceptable {
  /** `run`, `drift`, `fuzz` or `diff`. */
  readonly command: string;
  readonly headline: string;
  /** The methods, or the source of the statement. */
  readonly place: string;
  readonly severity: string;
  /** Number of cases or requests that show it. */
  readonly occurrences: number;
  /** Labelled texts: evidence, what was found, the call and its answer, how to repeat it. */
  readonly details: readonly (readonly [label: string, text: string])[];
  /** What differs. */
  readonly differences: readonly Difference[];
  /** Methods that the release does not have: they are listed as absent. */
  readonly absent: readonly string[];
}

/** What one folder of results has. */
export interface AcceptableResults {
  readonly folder: string;
  readonly command: string;
  /** The release, as the node names it; empty if it does not. */
  readonly subversion: string;
  /** The target file of the run. */
  readonly targetFile: string | null;
  readonly found: readonly Acceptable[];
  /** What was found and no entry accepts, with what to do instead. */
  readonly left: readonly string[];
  /** Of a run: all cases were run with this seed, so that a difference that it does not show depends on the seed. */
  readonly isWhole: boolean;
  /** Whether the same place was also seen as it must be: the difference depends on values. */
  readonly isSometimes: (what: What) => boolean;
}
