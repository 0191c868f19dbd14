import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { visible } from '../escape.ts';
import type { ReportOptions } from '../write-reports.ts';
import { gatePage } from './page.ts';
import type { GateResults } from './results.ts';
import { gateSarif } from './sarif.ts';
import { gateSummary } from './summary.ts';

/** Writes `gate.json`, `pyx.sarif`, `summary.md` and `index.html` into the folder. Throws errors of the file system. */
export function writeGateReports(results: GateResults, outDir: string, { githubStepSummary }: ReportOptions = {}): void {
  const summary = gateSummary(results);
  writeFileSync(join(outDir, 'gate.json'), `${visible(JSON.stringify(results, null, 2))}\n`);
  writeFileSync(join(outDir, 'pyx.sarif'), `${visible(JSON.stringify(gateSarif(results), null, 2))}\n`);
  writeFileSync(join(outDir, 'summary.md'), summary);
  writeFileSync(join(outDir, 'index.html'), gatePage(results));
  if (githubStepSummary !== undefined) appendFileSync(githubStepSummary, `${summary}\n`);
}
