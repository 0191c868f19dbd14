import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { visible } from '../escape.ts';
import { fuzzPage } from './page.ts';
import type { FuzzResults } from './results.ts';

/** Writes `fuzz.json` and `index.html` into the folder. Throws errors of the file system. */
export function writeFuzzReports(results: FuzzResults, outDir: string): void {
  writeFileSync(join(outDir, 'fuzz.json'), `${visible(JSON.stringify(results, null, 2))}\n`);
  writeFileSync(join(outDir, 'index.html'), fuzzPage(results));
}
