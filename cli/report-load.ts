import type { LoadResults } from '../load/results.ts';
import { loadDocuments } from '../reports/load/documents.ts';
import { printLoadReport } from '../reports/load/terminal.ts';
import { loadVerdict } from '../reports/load/verdict.ts';
import { printJson } from '../reports/print.ts';
import { writeResults } from '../reports/write-results.ts';

/** Where the results of a load go. */
export interface LoadReporting {
  readonly outDir: string;
  readonly json: boolean;
}

/** Writes the reports of a load and prints its result. Returns the exit code. */
export function reportLoad(results: LoadResults, { outDir, json }: LoadReporting): number {
  writeResults(results, loadDocuments, outDir, { githubStepSummary: process.env['GITHUB_STEP_SUMMARY'] });
  const verdict = loadVerdict(results);
  if (json) printJson(process.stdout, { ...verdict, out: outDir, rate: results.rate, thresholds: results.thresholds });
  else printLoadReport(results, { stream: process.stdout, outDir });
  return verdict.code;
}
