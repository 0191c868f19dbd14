import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a summary goes besides the folder of results. */
export interface SummaryOptions {
  /** File to which the summary is appended too: GitHub's `GITHUB_STEP_SUMMARY`. None if it is empty. */
  readonly githubStepSummary?: string | undefined;
}

/** Writes `summary.md` into the folder, and appends the same text to GitHub's summary. Throws errors of the file system. */
export function writeSummary(outDir: string, summary: string, { githubStepSummary = '' }: SummaryOptions = {}): void {
  writeFileSync(join(outDir, 'summary.md'), summary);
  if (githubStepSummary !== '') appendFileSync(githubStepSummary, `${summary}\n`);
}
