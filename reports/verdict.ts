import type { ReportedProblem } from './problem.ts';

/** `neutral`: neither a failure nor a full success, such as a run that was interrupted. */
export type Look = 'good' | 'neutral' | 'bad';

/** What the results of a command show: computed once, for the terminal, the documents and the exit code. */
export interface Verdict {
  /**
   * Exit code: 0 nothing was found that counts; 1 there are findings, or not all that was asked for was done; 2 it could not be done
   * at all, or by an internal error in Pyx. 130 for an interruption is added by the commands; that of a gate is in its parts.
   */
  readonly code: 0 | 1 | 2 | 130;
  /** How documents mark it. */
  readonly look: Look;
  /** One to three words. */
  readonly title: string;
  /** The main figures in one line, of commands that measure. */
  readonly headline?: string;
  /** Sentences that give the reasons for the title. May hold what a node said. */
  readonly reasons: readonly string[];
  /** What is wrong with the node, one entry for each cause. */
  readonly problems: readonly ReportedProblem[];
}
