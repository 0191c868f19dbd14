import { isFailing } from '../../../engine/judge.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Finding } from '../../../engine/outcome.ts';
import { statementOf } from '../../../specs/model/statement.ts';

/** What the commands of a run act on. */
export interface Subject {
  readonly t: Trial;
  /** Checks whose findings do not end a run, because the node is then in a state that the model has too. Reported once. */
  readonly apart?: ReadonlySet<string>;
}

/** Whether a finding ends its run. */
export const endsRun = (finding: Finding, { apart }: Subject): boolean => isFailing(finding) && apart?.has(finding.check) !== true;

/** Records that a run has made the transition of a row, or judged a sentence. */
export function reach({ t }: Subject, row: string): void {
  for (const id of statementOf(t.specification, row).hits) t.reach(id);
}
