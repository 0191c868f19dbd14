import type { Status } from '../../engine/outcome.ts';
import type { ColumnRun } from './read-column.ts';
import type { RowState } from './results.ts';
import type { RowPlace } from './row-place.ts';

/** States that count for the state of a method, most serious first. */
const ofParts: readonly RowState[] = ['failed', 'unstable', 'waived', 'passed', 'observed'];

/** What a case shows of its own row. That a case does not apply to a target says nothing of the release. */
const ofClaims: { readonly [status in Status]: RowState } = {
  passed: 'passed',
  failed: 'failed',
  unstable: 'unstable',
  waived: 'waived',
  observed: 'observed',
  skipped: 'untried',
  inapplicable: 'untried',
};

/** What a run shows of a row, without the rows below it. */
export function stateOf(row: RowPlace, run: ColumnRun): RowState {
  const found = run.findings.get(row.id) ?? [];
  for (const status of ['failed', 'unstable', 'waived', 'observed'] as const)
    if (found.some((finding) => finding.status === status)) return status;
  const { universe, wholeRun } = run.digest.start;
  const isAbsent = row.method !== null && universe.untestable[`m:${row.method}`] !== undefined && !run.digest.hits.has(`m:${row.method}`);
  if (row.id.startsWith('c:')) {
    const status = run.claims.get(row.id);
    if (status === undefined) return isAbsent ? 'inapplicable' : wholeRun ? 'outside' : 'untried';
    return ofClaims[status] === 'untried' && isAbsent ? 'inapplicable' : ofClaims[status];
  }
  if (row.kind === 'service') return 'passed';
  if (row.kind === 'undocumented') return run.digest.hits.has(`m:${row.method}`) ? 'inapplicable' : 'untried';
  const stated = run.standard.get(row.id);
  if (!stated) return wholeRun || (row.method !== null && !Object.hasOwn(universe.families, row.method)) ? 'outside' : 'untried';
  const open = stated.ids.filter((id) => !run.digest.hits.has(id));
  if (open.length === 0) return 'passed';
  return open.every((id) => universe.untestable[id] !== undefined)
    ? open.length < stated.ids.length
      ? 'passed'
      : 'inapplicable'
    : 'untried';
}

/** The state of a method: the most serious one of what is stated of it, else its own. */
export function stateOfAll(own: RowState, parts: readonly RowState[]): RowState {
  return ofParts.find((state) => state === own || parts.includes(state)) ?? own;
}

/** Why a release does not have what a row states, or no test can show it. */
export function reasonOf(row: RowPlace, run: ColumnRun): string | undefined {
  const { untestable } = run.digest.start.universe;
  const ids = [...(run.standard.get(row.id)?.ids ?? [row.id]), ...(row.method === null ? [] : [`m:${row.method}`])];
  return ids.map((id) => (Object.hasOwn(untestable, id) ? untestable[id] : undefined)).find((reason) => reason !== undefined);
}
