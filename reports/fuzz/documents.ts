import type { Documents } from '../write-results.ts';
import { fuzzPage } from './page.ts';
import type { FuzzResults } from './results.ts';
import { fuzzSummary } from './summary.ts';
import { printFuzzReport } from './terminal.ts';

/** The documents of `pyx fuzz`. */
export const fuzzDocuments: Documents<FuzzResults> = {
  file: 'fuzz.json',
  page: fuzzPage,
  summary: fuzzSummary,
  print: printFuzzReport,
  line: ({ runs, rate, findings }, { code, title, reasons }, out) => ({
    code,
    title,
    sentence: reasons.join(' '),
    out,
    runs,
    rate,
    findings,
  }),
};
