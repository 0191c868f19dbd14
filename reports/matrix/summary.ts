import { count, counted, duration } from '../format.ts';
import { markdownCell, markdownDocument, markdownFacts, markdownList, markdownTable, markdownText } from '../markdown.ts';
import { signOf, type Verdict } from '../verdict.ts';
import { changedRows, differs } from './changes.ts';
import type { MatrixResults, MatrixRow, RowState } from './results.ts';
import { byFamily, signs } from './states.ts';
import { rowName } from './verdict.ts';

const LISTED = { most: 50, rest: '`index.html`' };
/** Methods in the table; CI services cut summaries. */
const METHODS = 100;

/** `summary.md` of runs side by side: the columns, the families, the methods that differ, what the last column lost. */
export function matrixSummary(results: MatrixResults, { title, reasons }: Verdict): string {
  const { columns, rows, seed, durationMs } = results;
  const last = columns.length - 1;
  const labels = columns.map(({ label }) => markdownCell(label));
  const methods = rows.filter(({ kind, states }) => kind === 'method' && differs(states));
  const changed = (change: 'lost' | 'gained'): string[] =>
    changedRows(results, change).map(
      (row) => `- ${signOfState(row.states[last])} ${markdownText(rowName(row))}${messageOf(results, row, last)}`,
    );
  return markdownDocument([
    `# ${signOf(title)} Pyx matrix: ${title}`,
    reasons.map((reason) => `- ${markdownText(reason)}`).join('\n'),
    markdownFacts([...(seed === null ? [] : [['Seed', String(seed)] as const]), ['Took', duration(durationMs)]]),
    markdownTable(
      ['column', 'methods', 'verdict', 'cases passed', 'failed', 'waived'],
      columns.map(({ label, support, run }) => [
        markdownCell(label),
        run ? `${support.methods} of ${support.total}` : '',
        run?.verdict.title ?? 'Could not be done',
        ...[run?.cases.passed, run?.cases.failed, run?.cases.waived].map((value) => (value === undefined ? '' : count(value))),
      ]),
      '## Columns',
    ),
    markdownTable(
      ['methods without a finding', ...labels],
      byFamily(rows)
        .filter(({ family }) => family !== null)
        .map(({ family, methods: of }) => [
          markdownCell(family ?? ''),
          ...columns.map((_, index) => supported(of.map(({ own }) => own?.states[index] ?? null))),
        ]),
      '## Families',
    ),
    markdownList(`## Lost in ${labels[last]}`, changed('lost'), LISTED),
    markdownList(`## Gained in ${labels[last]}`, changed('gained'), LISTED),
    methods.length === 0
      ? ''
      : markdownTable(
          ['method', ...labels],
          methods.slice(0, METHODS).map(({ name, states }) => [markdownCell(name), ...states.map(stateCell)]),
          `## ${counted(methods.length, 'method')} that ${methods.length === 1 ? 'differs' : 'differ'}`,
        ),
    methods.length > METHODS ? `… and ${counted(methods.length - METHODS, 'more method')} in ${LISTED.rest}` : '',
  ]);
}

const signOfState = (state: RowState | null | undefined): string => (state === null || state === undefined ? '' : signs[state]);

const stateCell = (state: RowState | null): string => (state === null ? '' : `${signs[state]} ${state}`);

function supported(states: readonly (RowState | null)[]): string {
  const known = states.filter((state) => state !== null && state !== 'untried' && state !== 'outside');
  return known.length === 0 ? '' : `${known.filter((state) => state === 'passed' || state === 'observed').length} of ${known.length}`;
}

function messageOf({ findings }: MatrixResults, { id, reason }: MatrixRow, last: number): string {
  const message = findings.find(({ row, column }) => row === id && column === last)?.message ?? reason;
  return message === null ? '' : `: ${markdownText(message)}`;
}
