import type { Case } from '../../engine/case.ts';
import type { TrialSettings } from '../../engine/open-trial.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { TargetFile } from '../../engine/target-file.ts';
import type { Method } from '../../specs/model/types.ts';

export interface LearnSettings extends TrialSettings {
  /** The cases of all suites. */
  readonly cases: readonly Case[];
}

/** Receives what is being done for a draft. */
export interface LearnListeners {
  readonly onNote: (text: string) => void;
  /** This number of cases is about to be run with the draft. */
  readonly onPlanned: (cases: number) => void;
  readonly onOutcome: (outcome: Outcome) => void;
}

/** A documented method that cannot be called by its name, with the name that the node has for it, if any. */
export interface AbsentMethod {
  readonly method: Method;
  readonly renamed?: string;
}

/** What is known of a target before its file is written. */
export const draftFile = (startOptions: readonly string[]): TargetFile => ({ file: 'the draft', name: 'the draft', startOptions });
