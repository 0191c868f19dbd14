import type { LoadResults } from '../load/results.ts';
import { printLoadReport } from '../reports/load/terminal.ts';
import { loadVerdict } from '../reports/load/verdict.ts';
import { writeLoadReports } from '../reports/load/write-load-reports.ts';
import { printJson } from '../reports/print.ts';

/** Where the results of a load go. */
export interface LoadReporting {
  readonly outDir: string;
  readonly json: boolean;
}

/** Writes the reports of a load and prints its result. Returns the exit code. */
export function reportLoad(results: LoadResults, { outDir, json }: LoadReporting): number {
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  writeLoadReports(results, outDir, summary ? { githubStepSummary: summary } : {});
  const verdict = loadVerdict(results);
  if (json) printJson(process.stdout, { ...verdict, out: outDir, rate: results.rate, thresholds: results.thresholds });
  else printLoadReport(results, { stream: process.stdout, outDir });
  return verdict.code;
}
