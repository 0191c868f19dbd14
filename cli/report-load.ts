import type { LoadResults } from '../load/results.ts';
import { loadDocuments } from '../reports/load/documents.ts';
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
  const verdict = loadVerdict(results);
  writeResults(results, verdict, loadDocuments, { outDir, githubStepSummary: process.env['GITHUB_STEP_SUMMARY'] });
  if (json) printJson(process.stdout, loadDocuments.line(results, verdict, outDir));
  else loadDocuments.print(results, verdict, { stream: process.stdout, outDir });
  return verdict.code;
}
