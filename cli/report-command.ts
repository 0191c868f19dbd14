import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { sayJson } from '../reports/say.ts';
import { printReport } from '../reports/terminal.ts';
import { verdictOf } from '../reports/verdict.ts';
import { writeReports } from '../reports/write-reports.ts';
import { journalFile } from '../engine/conduct.ts';
import { summaryOf } from './try-seeds.ts';
import { UsageError } from './usage-error.ts';

/** `pyx report DIR`: all documents of a run again, from its journal. Gives the run's exit code. */
export async function reportCommand(dir: string, json: boolean): Promise<number> {
  const outDir = resolve(dir);
  const journal = journalFile(outDir);
  if (!existsSync(journal)) throw new UsageError(`${outDir} holds no journal.jsonl`, { remedy: 'give the folder that a run wrote' });
  const digest = await writeReports(journal, outDir);
  if (json) sayJson(process.stdout, summaryOf(digest, outDir));
  else printReport(digest, { stream: process.stdout, outDir });
  return verdictOf(digest).code;
}
