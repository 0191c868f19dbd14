import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { printReport } from '../reports/terminal.ts';
import { verdictOf } from '../reports/verdict.ts';
import { writeReports } from '../reports/write-reports.ts';
import { journalFile } from '../suites/engine/conduct.ts';
import { UsageError } from './usage-error.ts';

/** `pyx report DIR`: all documents of a run again, from its journal. Gives the run's exit code. */
export async function reportCommand(dir: string, json: boolean): Promise<number> {
  const outDir = resolve(dir);
  const journal = journalFile(outDir);
  if (!existsSync(journal)) throw new UsageError(`${outDir} holds no journal.jsonl; give the folder that a run wrote`);
  const digest = await writeReports(journal, outDir);
  const verdict = verdictOf(digest);
  if (json) process.stdout.write(`${JSON.stringify({ exitCode: verdict.code, totals: digest.totals, out: outDir, results: join(outDir, 'results.json') })}\n`);
  else printReport(digest, { stream: process.stdout, outDir });
  return verdict.code;
}
