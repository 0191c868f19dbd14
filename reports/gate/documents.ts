import type { Documents } from '../write-results.ts';
import { gatePage } from './page.ts';
import type { GateResults } from './results.ts';
import { gateSarif } from './sarif.ts';
import { gateSummary } from './summary.ts';
import { printGateReport } from './terminal.ts';

/** The documents of `pyx gate`. */
export const gateDocuments: Documents<GateResults> = {
  file: 'gate.json',
  page: gatePage,
  summary: gateSummary,
  further: { 'pyx.sarif': gateSarif },
  print: printGateReport,
  line: ({ parts }, { code, title }, out) => ({ exitCode: code, title, out, parts }),
};
