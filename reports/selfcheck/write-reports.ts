import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PowerResults } from '../../engine/power.ts';
import { visible } from '../escape.ts';
import { powerPage } from './html/page.ts';

/** Writes `selfcheck.json` and `index.html` to a folder. */
export function writePowerReports(results: PowerResults, outDir: string): void {
  writeFileSync(join(outDir, 'selfcheck.json'), `${visible(JSON.stringify(results, null, 2))}\n`);
  writeFileSync(join(outDir, 'index.html'), powerPage(results));
}
