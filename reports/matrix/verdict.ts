import { counted } from '../format.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';
import { isExplained } from './changes.ts';
import type { MatrixColumn, MatrixResults, MatrixRow } from './results.ts';

/** Methods that a sentence names. */
const NAMED = 5;

/** The verdict on runs side by side: what cannot be shown, and what `failOn` makes a failure. */
export function matrixVerdict(
  results: Pick<MatrixResults, 'columns' | 'rows' | 'remarks' | 'totals' | 'failOn'>,
  options: VerdictOptions = {},
): Verdict {
  const { columns, remarks, totals, failOn } = results;
  const lost = lostReasons(results);
  const differing =
    totals.differing === 0
      ? []
      : [`${counted(totals.differing, 'row')} ${totals.differing === 1 ? 'differs' : 'differ'} between the columns.`];
  const withFindings = columns.filter(({ run }) => run?.verdict.title === 'Failed').map(({ label }) => label);
  const found = withFindings.length === 0 ? [] : [`With findings: ${withFindings.join('; ')}.`];
  const deciding = { lost, differences: differing, findings: found };
  const failed = failOn === null ? [] : deciding[failOn];
  const all = [...lost, ...differing, ...found];
  const isUntried = ({ run, error }: MatrixColumn): boolean => run !== null && error === null && !run.complete && run.verdict.code !== 2;
  const open = columns.filter((column) => column.run?.verdict.title === 'Inconclusive' && column.error === null && !isUntried(column));
  return verdictOf(
    {
      notDone: columns.flatMap(({ label, run, error }) => {
        if (error?.code === 2) return [`${label} could not be done${run ? ' to its end' : ''}: ${error.reasons.join(' ')}`];
        return run?.verdict.code === 2 ? [`${label} could not be done: ${run.verdict.reasons.join(' ')}`] : [];
      }),
      failed,
      untried: columns.flatMap((column) => {
        const { label, error } = column;
        if (error?.code === 130) return [`${label}: ${error.reasons.join(' ')}`];
        return isUntried(column) ? [`The run of ${label} is not complete.`] : [];
      }),
      undecided: failOn === null ? [] : open.map(({ label, run }) => `${label} is inconclusive: ${run?.verdict.reasons.join(' ')}`),
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
  const lost = rows.filter(({ changes, states }) => changes[last] === 'lost' && !isExplained(states[last] ?? null));
  const methods = [...new Set(lost.map((row) => row.method ?? rowName(row)))];
  return [`${columns[last]?.label} lost ${counted(totals.lost, 'row')}, of ${listed(methods)}.`];
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
  return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
