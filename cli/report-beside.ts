import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withComparison } from '../load/compare/with-comparison.ts';
import type { CompareOptions } from '../load/compare/compare.ts';
import type { BesideResults } from '../load/run/run-beside.ts';
import { writeLoadReports } from '../reports/load/write-load-reports.ts';
import { reportLoad } from './report-load.ts';

/** Writes the reports of both sides, those of the other node to `beside/`, and prints what changed. Returns the exit code. */
export function reportBeside(
  { target, beside }: BesideResults,
  { outDir, json, compare }: { readonly outDir: string; readonly json: boolean; readonly compare: CompareOptions },
): number {
  const folder = join(outDir, 'beside');
  mkdirSync(folder, { recursive: true });
  writeLoadReports(beside, folder);
  // Also where they cannot be compared.
  writeLoadReports(target, outDir);
  return reportLoad(withComparison(beside, target, compare), { outDir, json });
}
