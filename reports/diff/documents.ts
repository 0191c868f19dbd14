import type { Documents } from '../write-results.ts';
import { diffPage } from './page.ts';
import type { DiffResults } from './results.ts';
import { diffSummary } from './summary.ts';
import { printDiffReport } from './terminal.ts';

/** The documents of `pyx diff`. */
export const diffDocuments: Documents<DiffResults> = {
  file: 'diff.json',
  page: diffPage,
  summary: diffSummary,
  print: printDiffReport,
  line: (results, { code }, out) => ({ exitCode: code, out, ...results }),
};
