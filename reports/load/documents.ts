import type { LoadResults } from '../../load/results.ts';
import type { TpsResults } from '../../load/tps/results.ts';
import type { Documents } from '../write-results.ts';
import type { SweepResults } from '../../load/tps/sweep-results.ts';
import { loadPage } from './html/page.ts';
import { loadSummary } from './summary.ts';
import { printLoadReport } from './terminal.ts';
import { printSweep, sweepPage, sweepSummary } from './sweep-documents.ts';
import { tpsPage } from './tps-page.ts';
import { tpsSummary } from './tps-summary.ts';
import { printTpsReport } from './tps-terminal.ts';
import type { TpsVerdict } from './tps-verdict.ts';
import type { LoadVerdict } from './verdict.ts';

/** The documents of `pyx load`. */
export const loadDocuments: Documents<LoadResults, LoadVerdict> = {
  file: 'results.json',
  page: loadPage,
  summary: loadSummary,
  print: printLoadReport,
  line: (results, { code, title, headline, reasons, failures }, out) => ({
    code,
    title,
    headline,
    reasons,
    failures,
    out,
    rate: results.rate,
    thresholds: results.thresholds,
  }),
};

/** The documents of `pyx tps`. */
export const tpsDocuments: Documents<TpsResults, TpsVerdict> = {
  file: 'results.json',
  page: tpsPage,
  summary: tpsSummary,
  print: printTpsReport,
  line: ({ totals = null, faults }, { code, title, headline, reasons }, out) => ({ code, title, headline, reasons, out, totals, faults }),
};

/** The documents of `pyx tps --sweep`. */
export const sweepDocuments: Documents<SweepResults> = {
  file: 'results.json',
  page: sweepPage,
  summary: sweepSummary,
  print: printSweep,
  line: ({ option, tests }, { code, title, reasons }, out) => ({ code, title, reasons, out, option, tests }),
};
