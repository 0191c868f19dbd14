import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProvisionResults } from '../../provision/results.ts';
import { visible } from '../escape.ts';
import { provisionPage } from './page.ts';

/** Writes `provision.json` and `index.html` into the folder. */
export function writeProvisionReports(results: ProvisionResults, outDir: string): void {
  writeFileSync(join(outDir, 'provision.json'), `${visible(JSON.stringify(results, null, 2))}\n`);
  writeFileSync(join(outDir, 'index.html'), provisionPage(results));
}
