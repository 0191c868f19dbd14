import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TpsResults } from '../../load/tps/results.ts';
import { visible } from '../escape.ts';

/** Writes `results.json` into the folder. */
export function writeTpsReports(results: TpsResults, outDir: string): void {
  writeFileSync(join(outDir, 'results.json'), `${visible(JSON.stringify(results, null, 2))}\n`);
}
