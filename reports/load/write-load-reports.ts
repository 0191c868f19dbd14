import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadResults } from '../../load/results.ts';
import { visible } from '../escape.ts';

/** Writes `results.json` into the folder. */
export function writeLoadReports(results: LoadResults, outDir: string): void {
  writeFileSync(join(outDir, 'results.json'), `${visible(JSON.stringify(results, null, 2))}\n`);
}
