import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { visible } from '../escape.ts';
import type { ReportOptions } from '../write-reports.ts';
import { diffPage } from './page.ts';
import type { DiffResults } from './results.ts';
import { diffSummary } from './summary.ts';

/** Writes `diff.json`, `summary.md` and `index.html` into the folder. Throws errors of the file system. */
export function writeDiffReports(results: DiffResults, outDir: string, { githubStepSummary }: ReportOptions = {}): void {
  const summary = diffSummary(results);
  writeFileSync(join(outDir, 'diff.json'), `${visible(JSON.stringify(results, null, 2))}\n`);
  writeFileSync(join(outDir, 'index.html'), diffPage(results));
  writeFileSync(join(outDir, 'summary.md'), summary);
  if (githubStepSummary !== undefined) appendFileSync(githubStepSummary, `${summary}\n`);
}
