import type { MatrixResults, MatrixRow, RowChange, RowKind, RowState } from './results.ts';

type Cell<T> = T | null;

/** States by which a row says something; the others say nothing of the release. */
const known: ReadonlySet<RowState | null> = new Set<RowState>(['passed', 'failed', 'unstable', 'waived', 'observed', 'inapplicable']);
const good: ReadonlySet<RowState | null> = new Set<RowState>(['passed', 'observed']);
const bad: ReadonlySet<RowState | null> = new Set<RowState>(['failed', 'waived', 'inapplicable']);

/** What changes from each column to the next one, against the last one before that shows anything of the row. */
export function changesOf(states: readonly Cell<RowState>[], kind: RowKind): Cell<RowChange>[] {
  let before: Cell<RowState> = null;
  return states.map((state) => {
    if (!known.has(state)) return null;
    const change = before === null || before === state ? null : changeOf(before, state, kind);
    before = state;
    return change;
  });
}

function changeOf(before: Cell<RowState>, state: Cell<RowState>, kind: RowKind): RowChange {
  // That a release adds a field, or sends it no more, is neither good nor bad.
  if (kind === 'undocumented') return 'changed';
  if (good.has(before) && bad.has(state)) return 'lost';
  return bad.has(before) && good.has(state) ? 'gained' : 'changed';
}

/** How many columns before the last one that shows the row it was last good, if it is not now. */
export function ageOf(states: readonly Cell<RowState>[], kind: RowKind): number | null {
  const last = states.findLastIndex((state) => known.has(state));
  const lastGood = states.findLastIndex((state) => good.has(state));
  return kind === 'undocumented' || lastGood === -1 || lastGood === last || !bad.has(states[last] ?? null) ? null : last - lastGood;
}

/** Whether columns show different things of a row. */
export const differs = (states: readonly Cell<RowState>[]): boolean => new Set(states.filter((state) => known.has(state))).size > 1;

/** Whether a state has its reason in the target file of the release: an accepted difference, or a method that it does not have. */
export const isExplained = (state: Cell<RowState>): boolean => state === 'waived' || state === 'inapplicable';

/** The rows that the last column lost or gained, without methods that only have the state of what is below them. */
export function changedRows(
  { rows, findings, columns }: Pick<MatrixResults, 'rows' | 'findings' | 'columns'>,
  change: RowChange,
): MatrixRow[] {
  const last = columns.length - 1;
  const changed = rows.filter(({ changes }) => changes[last] === change);
  const below = new Set(changed.flatMap(({ kind, method }) => (kind === 'method' ? [] : [method])));
  const withFinding = new Set(findings.flatMap(({ row, column }) => (column === last ? [row] : [])));
  return changed.filter(({ id, kind, method }) => kind !== 'method' || withFinding.has(id) || !below.has(method));
}
