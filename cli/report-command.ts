import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Severity } from '../engine/severity.ts';
import { ofShards } from '../load/merge/of-shards.ts';
import type { LoadResults } from '../load/results.ts';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { readPowerResults } from '../reports/selfcheck/read-power-results.ts';
import { printJson } from '../reports/print.ts';
import { printReport } from '../reports/terminal.ts';
import { verdictOf } from '../reports/verdict.ts';
import { writeReports } from '../reports/write-reports.ts';
import { journalFile } from '../engine/conduct.ts';
import { reportLoad } from './report-load.ts';
import { summaryOf } from './try-seeds.ts';
import { UsageError } from './usage-error.ts';
import { writableFolder } from './writable-folder.ts';

export interface ReportFlags {
  readonly out?: string;
  readonly power?: string;
  readonly failOn?: Severity;
  readonly json?: boolean;
}

/**
 * `pyx report DIR`: writes all reports of a run or of a load again. With several folders: merges the shards of a load.
 * Returns the exit code of what is reported.
 */
export async function reportCommand(dirs: readonly string[], { out, power, failOn, json = false }: ReportFlags): Promise<number> {
  const [dir = '', ...more] = dirs;
  const outDir = resolve(dir);
  const journal = journalFile(outDir);
  const isRun = more.length === 0 && existsSync(journal);
  if (power !== undefined && !isRun)
    throw new UsageError('--power is for the reports of a run', { remedy: 'leave it out, or name the output folder of one run' });
  if (failOn !== undefined && !isRun)
    throw new UsageError('--fail-on is for the reports of a run', { remedy: 'leave it out, or name the output folder of one run' });
  if (more.length > 0) return reportShards(dirs.map(readLoadResults), out, json);
  if (out !== undefined) throw new UsageError('--out is for the reports of several shards', { remedy: 'leave it out, or name all shards' });
  if (!isRun) {
    if (existsSync(join(outDir, 'results.json'))) return reportLoad(readLoadResults(outDir), { outDir, json });
    throw new UsageError(`${outDir} has no journal.jsonl`, { remedy: 'name the output folder of a run' });
  }
  const powerResults = power === undefined ? undefined : readPowerResults(power);
  const digest = await writeReports(journal, outDir, { power: powerResults, failOn });
  if (json) printJson(process.stdout, summaryOf(digest, outDir));
  else printReport(digest, { stream: process.stdout, outDir });
  return verdictOf(digest).code;
}

function reportShards(shards: readonly LoadResults[], out: string | undefined, json: boolean): number {
  const merged = ofShards(shards);
  const outDir = writableFolder(out ?? join('pyx-out', new Date().toISOString().replace(/[:.]/g, '-')));
  return reportLoad(merged, { outDir, json });
}
