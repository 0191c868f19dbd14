import type { PowerResults } from '../../engine/power.ts';
import type { Documents } from '../write-results.ts';
import { figuresOf } from './figures.ts';
import { powerPage } from './html/page.ts';
import { powerSummary } from './summary.ts';
import { printPower } from './terminal.ts';
import type { PowerVerdict } from './verdict.ts';

/** The documents of `pyx selfcheck`. */
export const powerDocuments: Documents<PowerResults, PowerVerdict> = {
  file: 'selfcheck.json',
  page: powerPage,
  summary: powerSummary,
  print: (results, _verdict, options) => printPower(results, options),
  line: (results, _verdict, outDir) => ({ outDir, ...figuresOf(results) }),
};
