import { ageOf, changesOf, differs, isExplained } from './changes.ts';
import type { ColumnRun, ReadColumn } from './read-column.ts';
import { remarksOn } from './remarks.ts';
import type { MatrixColumn, MatrixFinding, MatrixResults, MatrixRow, RowState } from './results.ts';
import type { RowPlace } from './row-place.ts';
import { reasonOf, stateOf, stateOfAll } from './row-state.ts';

/** Runs side by side. Labels must differ. */
export function matrixOf(columns: readonly ReadColumn[]): Pick<MatrixResults, 'columns' | 'remarks' | 'totals' | 'rows' | 'findings'> {
  const rows = rowsSideBySide(columns.map(({ run }) => run));
  return {
    columns: columns.map(({ run, ...column }, index) => ({
      ...column,
      run: run && reportedRun(run),
      support: supportOf(rows, index, run),
    })),
    remarks: remarksOn(columns, rows),
    totals: totalsOf(rows, columns.length - 1),
    rows,
    findings: rows.flatMap(({ id }) =>
      columns.flatMap(({ run }, column): MatrixFinding[] => (run?.findings.get(id) ?? []).map((finding) => ({ ...finding, column }))),
    ),
  };
}

function reportedRun({ digest, verdict }: ColumnRun): NonNullable<MatrixColumn['run']> {
  const { start, durationMs, complete, totals } = digest;
  const { title, code, reasons, inconclusive } = verdict;
  return {
    pyx: start.pyx,
    target: start.target,
    seed: start.seed,
    startedAt: start.startedAt,
    durationMs,
    complete,
    whole: start.wholeRun,
    ownStandard: start.ownStandard === true,
    verdict: { title, code, reasons, inconclusive },
    cases: totals,
  };
}

/** All rows of all runs: those of each method after it, in the order of the standard; then what is about no method. */
function rowsSideBySide(runs: readonly (ColumnRun | null)[]): MatrixRow[] {
  const families = new Map<string, string>();
  const parts = new Map<string | null, RowPlace[]>();
  const seen = new Set<string>();
  for (const run of runs) {
    if (!run) continue;
    for (const [method, family] of Object.entries(run.digest.start.universe.families))
      if (!families.has(method)) families.set(method, family);
    for (const row of [...run.standard.values(), ...run.further.values()]) {
      if (seen.has(row.id)) continue;
      seen.add(row.id);
      parts.set(row.method, [...(parts.get(row.method) ?? []), row]);
    }
  }
  const methods = [...parts.keys()].filter((method) => method !== null);
  // Methods that the documents lack come last.
  const order = [...families.keys(), ...methods.filter((method) => !families.has(method))];
  return [
    ...order.flatMap((method) => rowsOfMethod(method, families.get(method) ?? null, parts.get(method) ?? [], runs)),
    ...(parts.get(null) ?? []).map((row) => matrixRow(row, null, statesOf(row, runs), runs)),
  ];
}

function rowsOfMethod(
  method: string,
  family: string | null,
  places: readonly RowPlace[],
  runs: readonly (ColumnRun | null)[],
): MatrixRow[] {
  const id = `m:${method}`;
  const below = places.filter((row) => row.id !== id).map((row) => ({ row, states: statesOf(row, runs) }));
  const own = places.find((row) => row.id === id);
  // A partial run may know a rule of a method, and nothing else of it.
  if (!own && below.length === 0) return [];
  const row: RowPlace = own ?? { id, kind: 'method', method, name: method };
  // No standard has it: only what is below says something.
  const ownStates = own ? statesOf(own, runs) : runs.map((run): RowState | null => run && 'untried');
  const states = ownStates.map((state, column) =>
    state === null
      ? null
      : stateOfAll(
          state,
          below.flatMap((part) => (concerns(part.row, runs[column]) ? (part.states[column] ?? []) : [])),
        ),
  );
  return [matrixRow(row, family, states, runs), ...below.map((part) => matrixRow(part.row, family, part.states, runs))];
}

/** Whether what a run shows of a row is about its method. A relation may fail by another method, which it calls, too. */
function concerns({ id, kind, method }: RowPlace, run: ColumnRun | null | undefined): boolean {
  if (kind === 'undocumented') return false;
  const found = (run?.findings.get(id) ?? []).filter(({ status }) => status !== 'observed');
  return found.length === 0 || found.some(({ difference }) => difference?.method === undefined || difference.method === method);
}

const statesOf = (row: RowPlace, runs: readonly (ColumnRun | null)[]): (RowState | null)[] => runs.map((run) => run && stateOf(row, run));

function matrixRow(
  row: RowPlace,
  family: string | null,
  states: readonly (RowState | null)[],
  runs: readonly (ColumnRun | null)[],
): MatrixRow {
  const without = states.lastIndexOf('inapplicable');
  const run = runs[without];
  const { id, kind, method, name } = row;
  return {
    id,
    kind,
    family,
    method,
    name,
    states,
    changes: changesOf(states, kind),
    age: ageOf(states, kind),
    reason: (run && reasonOf(row, run)) ?? null,
  };
}

function totalsOf(rows: readonly MatrixRow[], last: number): MatrixResults['totals'] {
  const changed = (change: 'lost' | 'gained'): MatrixRow[] => rows.filter(({ changes }) => changes[last] === change);
  const explained = changed('lost').filter(({ states }) => isExplained(states[last] ?? null)).length;
  return {
    rows: rows.length,
    differing: rows.filter(({ states }) => differs(states)).length,
    lost: changed('lost').length - explained,
    explained,
    gained: changed('gained').length,
  };
}

/** The methods that a release supports, of those of the standard that were tried or that it does not have. */
function supportOf(rows: readonly MatrixRow[], column: number, run: ColumnRun | null): MatrixColumn['support'] {
  const states = rows
    .filter(({ id, kind }) => kind === 'method' && run?.standard.has(id) === true)
    .map((row) => row.states[column] ?? null);
  return {
    methods: states.filter((state) => state === 'passed' || state === 'observed').length,
    total: states.filter((state) => state !== 'untried').length,
  };
}
