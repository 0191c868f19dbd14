import { table } from '../../specs/model/text-table.ts';
import { coloursFor } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { count, duration } from '../format.ts';
import { listIn } from '../list-text.ts';
import type { PrintOptions } from '../print.ts';
import { paintedTitle, type Verdict } from '../verdict.ts';
import { changedRows, isExplained } from './changes.ts';
import type { MatrixColumn, MatrixResults } from './results.ts';
import { signs } from './states.ts';
import { rowName } from './verdict.ts';

const LABEL_CHARACTERS = 40;

/** Prints runs side by side: the columns, what the last one lost, the verdict. */
export function printMatrix(results: MatrixResults, verdict: Verdict, { stream, outDir, environment = process.env }: PrintOptions): void {
  const colours = coloursFor(stream, environment);
  const { columns, findings, durationMs } = results;
  const last = columns.length - 1;
  const list = listIn('index.html');
  const lost = changedRows(results, 'lost').filter(({ states }) => !isExplained(states[last] ?? null));
  const messageOf = (id: string): string => findings.find(({ row, column }) => row === id && column === last)?.message ?? '';
  const errors = columns.flatMap(({ label, error }) =>
    error
      ? [
          `${colours.red(forTerminal(label))}: ${forTerminal(error.reasons.join(' '))}`,
          ...error.details.map((line) => `  | ${forTerminal(line)}`),
        ]
      : [],
  );
  const sections = [
    table(
      ['column', 'methods', 'verdict', 'passed', 'failed', 'waived', 'lost', 'gained'],
      columns.map((column, index) => columnRow(results, column, index)),
    ),
    list(
      `Lost in ${forTerminal(columns[last]?.label ?? '', LABEL_CHARACTERS)}`,
      lost.map((row) => [`${signs[row.states[last] ?? 'untried']} ${rowName(row)}`, messageOf(row.id)] as const),
      colours,
    ),
    errors.join('\n'),
    [
      `${paintedTitle(verdict, colours)}  ${forTerminal(verdict.reasons.join(' '))}`,
      `${results.seed === null ? '' : `seed ${results.seed}, `}${duration(durationMs)}`,
      `Reports: ${forTerminal(`${outDir}/index.html, summary.md, matrix.json, badge-1.svg`)}`,
    ].join('\n'),
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

function columnRow({ rows }: MatrixResults, { label, run, support }: MatrixColumn, index: number): string[] {
  const changed = (change: 'lost' | 'gained'): string => count(rows.filter(({ changes }) => changes[index] === change).length);
  const { passed, failed, waived } = run?.cases ?? { passed: 0, failed: 0, waived: 0 };
  const figures = run ? [count(passed), count(failed), count(waived), changed('lost'), changed('gained')] : [];
  return [
    forTerminal(label, LABEL_CHARACTERS),
    run ? `${count(support.methods)}/${count(support.total)}` : '',
    run?.verdict.title ?? 'Could not be done',
    ...figures,
  ];
}
