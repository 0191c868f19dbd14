import type { At } from '../../../engine/trial.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { specification } from '../../../specs/model/specification.ts';
import type { StateRow } from '../../../specs/model/types.ts';

/** The row of the table of states. Throws when there is none. */
export function stateRow(id: StateRowId): StateRow {
  const row = specification.spec.states.find((candidate) => candidate.id === id);
  if (!row) throw new Error(`no row ${id} in the table of states`);
  return row;
}

/** Coverage ids of a row and of the rules that state it again for a method. */
export function judgedBy(id: StateRowId): string[] {
  const rules = specification.documented.flatMap((method) => method.rules.filter(({ state }) => state === id));
  return [`s:${id}`, ...rules.map((rule) => `r:${rule.id}`)];
}

/** The row as the source of a finding. */
export function sourceOf(id: StateRowId): string {
  const { state, trigger, condition, next, also, source } = stateRow(id);
  const when = condition === undefined ? '' : ` (${condition})`;
  return `document ${source.document}, ${source.section}: ${state}, ${trigger}${when}: ${next}${also === undefined ? '' : `; ${also}`}`;
}

/** For checks of the transition of a row. */
export const at = (id: StateRowId, check?: string): At => ({ source: sourceOf(id), path: id, ...(check !== undefined && { check }) });
