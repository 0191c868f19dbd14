import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { printJson } from '../reports/print.ts';
import { printReport } from '../reports/terminal.ts';
import { verdictOf } from '../reports/verdict.ts';
import { writeReports } from '../reports/write-reports.ts';
import { journalFile } from '../engine/conduct.ts';
import { summaryOf } from './try-seeds.ts';
import { UsageError } from './usage-error.ts';

/** `pyx report DIR`: writes all reports of a run again, from its journal. Returns the run's exit code. */
export async function reportCommand(dir: string, json: boolean): Promise<number> {
  const outDir = resolve(dir);
  const journal = journalFile(outDir);
  if (!existsSync(journal)) throw new UsageError(`${outDir} has no journal.jsonl`, { remedy: 'name the output folder of a run' });
  const digest = await writeReports(journal, outDir);
  if (json) printJson(process.stdout, summaryOf(digest, outDir));
  else printReport(digest, { stream: process.stdout, outDir });
  return verdictOf(digest).code;
}
