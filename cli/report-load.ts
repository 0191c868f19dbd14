import type { LoadResults } from '../load/results.ts';
import { loadDocuments } from '../reports/load/documents.ts';
import { loadVerdict } from '../reports/load/verdict.ts';
import { optionsOf } from '../reports/verdict.ts';
import { writeResults } from '../reports/write-results.ts';
import { defined } from '../specs/model/defined.ts';
import type { OutputFlags } from './common-options.ts';
import { printResults } from './perform.ts';

/** Writes the reports of a load again, and prints its result. Returns the exit code. */
export function reportLoad(results: LoadResults, outDir: string, { inconclusive, json = false }: OutputFlags): number {
  const verdict = loadVerdict(results, { ...optionsOf(results.verdict), ...defined({ inconclusive }) });
  writeResults(results, verdict, loadDocuments, { outDir, githubStepSummary: process.env['GITHUB_STEP_SUMMARY'] });
  printResults(loadDocuments, { results, verdict, outDir }, json);
  return verdict.code;
}
