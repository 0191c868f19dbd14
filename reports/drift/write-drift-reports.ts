import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'lossless-json';
import { visible } from '../escape.ts';
import { driftPage } from './page.ts';
import type { DriftResults } from './results.ts';

/** Writes `drift.json` and `index.html` into the folder. Throws errors of the file system. */
export function writeDriftReports(results: DriftResults, outDir: string): void {
  writeFileSync(join(outDir, 'drift.json'), `${visible(stringify(results, undefined, 2) ?? '')}\n`);
  writeFileSync(join(outDir, 'index.html'), driftPage(results));
}
