import type { SelfcheckResults } from '../../engine/selfcheck-results.ts';
import type { Documents } from '../write-results.ts';
import { figuresOf } from './figures.ts';
import { judgedOf } from './judged.ts';
import { selfcheckPage } from './html/page.ts';
import { selfcheckSummary } from './summary.ts';
import { printSelfcheck } from './terminal.ts';
import type { SelfcheckVerdict } from './verdict.ts';

/** The documents of `pyx selfcheck`. */
export const selfcheckDocuments: Documents<SelfcheckResults, SelfcheckVerdict> = {
  file: 'selfcheck.json',
  further: { 'judged.json': judgedOf },
  page: selfcheckPage,
  summary: selfcheckSummary,
  print: printSelfcheck,
  line: (results, _verdict, outDir) => ({ outDir, ...figuresOf(results) }),
};
