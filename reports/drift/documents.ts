import type { Documents } from '../write-results.ts';
import { driftPage } from './page.ts';
import type { DriftResults } from './results.ts';
import { driftSummary } from './summary.ts';
import { printDriftReport } from './terminal.ts';
import { openFindings } from './verdict.ts';

/** The documents of `pyx drift`. */
export const driftDocuments: Documents<DriftResults> = {
  file: 'drift.json',
  page: driftPage,
  summary: driftSummary,
  print: printDriftReport,
  line: (results, { code, title, reasons }, out) => ({
    code,
    title,
    sentence: reasons.join(' '),
    out,
    findings: openFindings(results),
    lost: results.lost,
    untried: results.untried,
  }),
};
