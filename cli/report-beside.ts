import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withComparison } from '../load/compare/with-comparison.ts';
import type { CompareOptions } from '../load/compare/compare.ts';
import type { LoadResults } from '../load/results.ts';
import type { BesideResults } from '../load/run/run-beside.ts';
import { loadDocuments } from '../reports/load/documents.ts';
import { loadVerdict } from '../reports/load/verdict.ts';
import { writeResults } from '../reports/write-results.ts';
import type { LoadReporting } from './report-load.ts';

/**
 * Writes the reports of both sides, those of the other node to `beside/`, and passes the results with what changed to
 * `report`. Returns the exit code that this returns.
 */
export function reportBeside(
  { target, beside }: BesideResults,
  { outDir, json, compare }: LoadReporting & { readonly compare: CompareOptions },
  report: (results: LoadResults, reporting: LoadReporting) => number,
): number {
  const folder = join(outDir, 'beside');
  mkdirSync(folder, { recursive: true });
  writeResults(beside, loadVerdict(beside), loadDocuments, { outDir: folder });
  // Also where they cannot be compared.
  writeResults(target, loadVerdict(target), loadDocuments, { outDir });
  return report(withComparison(beside, target, compare), { outDir, json });
}
