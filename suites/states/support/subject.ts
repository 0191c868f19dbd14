import type { Trial } from '../../../engine/trial.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { judgedBy } from './rows.ts';

/** What the commands of a run act on. */
export interface Subject {
  readonly t: Trial;
}

/** Records that a run has made the transition of a row, and judged it. */
export function reach({ t }: Subject, row: StateRowId): void {
  for (const id of judgedBy(row)) t.reach(id);
}
