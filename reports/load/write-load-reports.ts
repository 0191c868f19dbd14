import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadResults } from '../../load/results.ts';
import { visible } from '../escape.ts';
import type { ReportOptions } from '../write-reports.ts';
import { loadPage } from './html/page.ts';
import { loadSummary } from './summary.ts';

/** Writes `results.json`, `index.html` and `summary.md` into the folder. Throws errors of the file system. */
export function writeLoadReports(results: LoadResults, outDir: string, { githubStepSummary }: ReportOptions = {}): void {
  const summary = loadSummary(results);
  writeFileSync(join(outDir, 'results.json'), `${visible(JSON.stringify(results, null, 2))}\n`);
  writeFileSync(join(outDir, 'index.html'), loadPage(results));
  writeFileSync(join(outDir, 'summary.md'), summary);
  if (githubStepSummary !== undefined) appendFileSync(githubStepSummary, `${summary}\n`);
}
