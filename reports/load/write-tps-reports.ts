import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TpsResults } from '../../load/tps/results.ts';
import { visible } from '../escape.ts';
import { tpsPage } from './tps-page.ts';
import { tpsSummary } from './tps-summary.ts';

/** Writes `results.json`, `index.html` and `summary.md` into the folder. */
export function writeTpsReports(results: TpsResults, outDir: string): void {
  writeFileSync(join(outDir, 'results.json'), `${visible(JSON.stringify(results, null, 2))}\n`);
  writeFileSync(join(outDir, 'index.html'), tpsPage(results));
  writeFileSync(join(outDir, 'summary.md'), tpsSummary(results));
}
