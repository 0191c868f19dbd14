import { counted } from '../format.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';
import { isExplained } from './changes.ts';
import type { MatrixResults, MatrixRow } from './results.ts';

/** Rows that a sentence names. */
const NAMED = 3;

/** The verdict on runs side by side: what cannot be shown, and what `failOn` makes a failure. */
export function matrixVerdict(
  results: Pick<MatrixResults, 'columns' | 'rows' | 'remarks' | 'totals' | 'failOn'>,
  options: VerdictOptions = {},
): Verdict {
  const { columns, rows, remarks, totals, failOn } = results;
  const lost = lostReasons(results);
  const differing =
    totals.differing === 0
      ? []
      : [`${counted(totals.differing, 'row')} ${totals.differing === 1 ? 'differs' : 'differ'} between the columns.`];
  const withFindings = columns.filter((_, index) => rows.some(({ states }) => states[index] === 'failed')).map(({ label }) => label);
  const found = withFindings.length === 0 ? [] : [`With findings: ${withFindings.join('; ')}.`];
  const deciding = { lost, differences: differing, findings: found };
  const failed = failOn === null ? [] : deciding[failOn];
  const all = [...lost, ...differing, ...found];
  const unstable = rows.filter(({ states }) => states.at(-1) === 'unstable').length;
  return verdictOf(
    {
      notDone: columns.flatMap(({ label, run, error }) => {
        if (error?.code === 2) return [`${label} could not be done${run ? ' to its end' : ''}: ${error.reasons.join(' ')}`];
        return run?.verdict.code === 2 ? [`${label} could not be done: ${run.verdict.reasons.join(' ')}`] : [];
      }),
      failed,
      untried: columns.flatMap(({ label, run, error }) => {
        if (error?.code === 130) return [`${label}: ${error.reasons.join(' ')}`];
        return run && !error && !run.complete && run.verdict.code !== 2 ? [`The run of ${label} is not complete.`] : [];
      }),
      undecided:
        failOn === null || unstable === 0
          ? []
          : [`${counted(unstable, 'row')} of ${columns.at(-1)?.label} ${unstable === 1 ? 'is' : 'are'} unstable.`],
      remarks: [...all.filter((reason) => !failed.includes(reason)), ...explainedReasons(results), ...remarks],
      facts: [`${counted(columns.length, 'column')}, ${counted(totals.rows, 'row')}.`],
    },
    options,
  );
}

/** What the last column lost, and its target file does not explain. */
function lostReasons({ columns, rows, totals }: Pick<MatrixResults, 'columns' | 'rows' | 'totals'>): string[] {
  if (totals.lost === 0) return [];
  const last = columns.length - 1;
  const named = rows.filter(({ changes, states }) => changes[last] === 'lost' && !isExplained(states[last] ?? null)).map(rowName);
  return [`${columns[last]?.label} lost ${counted(totals.lost, 'row')}: ${listed(named)}.`];
}

function explainedReasons({ columns, totals }: Pick<MatrixResults, 'columns' | 'totals'>): string[] {
  return totals.explained === 0
    ? []
    : [`${columns.at(-1)?.label} lost ${counted(totals.explained, 'row')} as its target file states (accepted, or absent).`];
}

/** `getblock: verbosity=1:tx`, `getblock` */
export const rowName = ({ kind, method, name }: Pick<MatrixRow, 'kind' | 'method' | 'name'>): string =>
  method === null || kind === 'method' ? name : `${method}: ${name}`;

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return `${names.slice(0, NAMED).join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
