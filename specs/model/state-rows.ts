import type { StateRowId } from './generated/ids.d.ts';
import { specification } from './specification.ts';
import type { StateRow } from './types.ts';

/** A row of the tables of states. Throws when there is none. */
export function stateRow(id: StateRowId): StateRow {
  const row = specification.spec.states.find((candidate) => candidate.id === id);
  if (!row) throw new Error(`no row ${id} in the table of states`);
  return row;
}

/** A row in words, with its place in the documents. */
export function rowText(id: StateRowId): string {
  const { state, trigger, condition, next, also, source } = stateRow(id);
  const when = condition === undefined ? '' : ` (${condition})`;
  return `document ${source.document}, ${source.section}: ${state}, ${trigger}${when}: ${next}${also === undefined ? '' : `; ${also}`}`;
}
