import type { Documents } from '../write-results.ts';
import { badgeData, badgeSvg } from './badge.ts';
import { matrixPage } from './page.ts';
import type { MatrixResults } from './results.ts';
import { matrixSummary } from './summary.ts';
import { printMatrix } from './terminal.ts';

/** The documents of `pyx matrix`. */
export const matrixDocuments: Documents<MatrixResults> = {
  file: 'matrix.json',
  page: matrixPage,
  summary: matrixSummary,
  texts: ({ columns }) =>
    Object.fromEntries(
      columns.flatMap((column, index) => {
        const badge = badgeData(column);
        return [
          [`badge-${index + 1}.svg`, badgeSvg(badge)],
          [`badge-${index + 1}.json`, `${JSON.stringify(badge)}\n`],
        ];
      }),
    ),
  print: printMatrix,
  line: ({ columns, remarks, totals }, { code, title }, out) => ({
    exitCode: code,
    title,
    out,
    columns: columns.map(({ label, given, support, run }) => ({ label, given, support, exitCode: run?.verdict.code ?? null })),
    remarks,
    totals,
  }),
};
