import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Severity } from '../engine/severity.ts';
import { journalFile } from '../engine/conduct.ts';
import { mergeJournals, startLineOf } from '../engine/merge-journals.ts';
import { ofShards } from '../load/merge/of-shards.ts';
import type { History } from '../reports/digest.ts';
import { byStart, changesBetween, readPastRun, type PastRun } from '../reports/earlier-run.ts';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { printJson, printLine, printLines } from '../reports/print.ts';
import { trendLines, writeTrend } from '../reports/trend/write-trend.ts';
import { runVerdict } from '../reports/run-verdict.ts';
import { writeReports } from '../reports/write-reports.ts';
import type { OutputFlags } from './common-options.ts';
import { judgedBy } from './judged-by.ts';
import { readPodLogs } from './read-pod-logs.ts';
import { rejudgeRun } from './rejudge-run.ts';
import { reportLoad } from './report-load.ts';
import { kindOfPath } from '../specs/model/user-file.ts';
import { printResults } from './perform.ts';
import { trialCommand } from './trial-command.ts';
import { UsageError } from './usage-error.ts';
import { defaultOut, writableFolder } from './writable-folder.ts';

export interface ReportFlags extends OutputFlags {
  readonly reports?: readonly string[];
  readonly selfcheck?: string;
  readonly failOn?: Severity;
  readonly against?: readonly string[];
  readonly trend?: boolean;
  readonly rejudge?: boolean;
  readonly targetFile?: string;
  readonly standard?: string;
}

/**
 * `pyx report DIR`: writes all reports of a run or of a load again, to `--out` if it is given, or with several folders those
 * of all shards together; with `--trend`, those of several runs side by side; with `--rejudge`, those of a run that is judged again. `pyx report LOG...`: those of a load that pods of
 * k6 made and wrote to these logs.
 * Returns the exit code of what is reported.
 */
export async function reportCommand(named: readonly string[], flags: ReportFlags): Promise<number> {
  const { out, trend } = flags;
  if (trend !== true && named.every((name) => kindOfPath(name) === 'other')) {
    assertTogether(flags, false);
    assertRejudging(flags);
    return reportLoad(readPodLogs(named), outFolder(out), flags);
  }
  const dirs = trend === true ? runsAmong(named) : named;
  const [dir = '', ...more] = dirs;
  const unread = dirs.find((folder) => !existsSync(journalFile(folder)) && !existsSync(join(folder, 'results.json')));
  if (unread !== undefined) throw new UsageError(`${resolve(unread)} has no journal.jsonl`, { remedy: 'name the output folder of a run' });
  const areRuns = dirs.every((folder) => existsSync(journalFile(folder)));
  assertTogether(flags, areRuns);
  if (flags.rejudge === true) return reportRejudged(dirs, flags);
  assertRejudging(flags);
  if (trend === true) return reportTrend(dirs, flags);
  if (more.length > 0)
    return areRuns ? reportRunShards(dirs, flags) : reportLoad(ofShards(dirs.map(readLoadResults)), outFolder(out), flags);
  const folder = resolve(dir);
  if (areRuns && out !== undefined) await assertWhole(folder);
  if (areRuns) return reportRun(folder, flags);
  return reportLoad(readLoadResults(folder), out === undefined ? folder : outFolderBeside([folder], out), flags);
}

/**
 * The folders of runs among those of a trend. `pyx-out/*` has others too: of other commands, and of earlier trends. They are
 * named and left out, unless there is no run.
 */
function runsAmong(dirs: readonly string[]): readonly string[] {
  const others = dirs.filter((folder) => existsSync(folder) && !existsSync(journalFile(folder)));
  if (others.length === dirs.length) return dirs;
  for (const other of others) printLine(process.stderr, `${other} is left out: it has no journal.jsonl, so it is not the folder of a run`);
  return dirs.filter((folder) => !others.includes(folder));
}

/** Throws `UsageError` for options that do not fit what is reported, or each other. */
function assertTogether(flags: ReportFlags, areRuns: boolean): void {
  for (const [option, value] of [
    ['--selfcheck', flags.selfcheck],
    ['--fail-on', flags.failOn],
    ['--against', flags.against],
    ['--reports', flags.reports],
    ['--rejudge', flags.rejudge],
    ['--trend', flags.trend],
  ] as const) {
    if (value === undefined) continue;
    if (!areRuns)
      throw new UsageError(`${option} is for the reports of a run`, { remedy: 'leave it out, or name the output folder of a run' });
    if (flags.trend === true && option !== '--trend')
      throw new UsageError(`${option} is for the reports of one run, not for a trend`, { remedy: `leave out ${option} or --trend` });
  }
}

/** The reports of the run in `folder`, written there or to `--out`. */
async function reportRun(
  folder: string,
  { out, reports, selfcheck, failOn, inconclusive, against, json = false }: ReportFlags,
): Promise<number> {
  const history = against && (await historyOf(folder, against));
  const judged = judgedBy(selfcheck);
  const outDir = out === undefined ? folder : outFolderBeside([folder], out);
  const digest = await writeReports(journalFile(folder), outDir, { judged, failOn, inconclusive, history, reports });
  const verdict = runVerdict(digest);
  printResults(trialCommand.documents, { results: digest, verdict, outDir }, json);
  return verdict.code;
}

/** The reports of the run in this folder, judged again: never in the folder of the run. */
async function reportRejudged([dir = '', ...more]: readonly string[], flags: ReportFlags): Promise<number> {
  if (more.length > 0)
    throw new UsageError('--rejudge takes the folder of one run', {
      remedy: 'merge shards with pyx report --out WHOLE before, then rejudge WHOLE',
    });
  await assertWhole(resolve(dir), 'merge them with pyx report --out WHOLE, then rejudge WHOLE');
  const outDir = outFolderBeside([], flags.out);
  await rejudgeRun(dir, journalFile(outDir), flags);
  return reportRun(outDir, { ...flags, out: outDir });
}

/** Throws `UsageError` for options that only `--rejudge` has. */
function assertRejudging({ targetFile, standard }: ReportFlags): void {
  const option = targetFile !== undefined ? '--target-file' : standard !== undefined ? '--standard' : undefined;
  if (option !== undefined) throw new UsageError(`${option} is for a run that is judged again`, { remedy: 'add --rejudge' });
}

async function historyOf(run: string, against: readonly string[]): Promise<History> {
  if (against.some((folder) => resolve(folder) === run))
    throw new UsageError(`--against: ${run} is the run itself`, { remedy: 'name the output folder of an earlier run' });
  const earlier = byStart(await Promise.all(against.map((folder) => readPastRun(folder, pastJournal(folder)))));
  const last = earlier.at(-1)!;
  const own = await readPastRun(run, journalFile(run));
  const unlike = earlier.find(({ digest }) => Boolean(digest.start.listened) !== Boolean(own.digest.start.listened));
  if (unlike)
    throw new UsageError(`--against: ${unlike.folder} ${kindText(unlike)}, and ${run} ${kindText(own)}: they have no case in common`, {
      remedy: 'name a folder of the same command; pyx matrix shows both side by side',
    });
  return { earlier, against: last.folder, changes: changesBetween(last, own) };
}

const kindText = ({ digest: { start } }: PastRun): string => (start.listened ? 'has what clients called' : 'is of pyx run');

function pastJournal(folder: string): string {
  const file = journalFile(folder);
  if (!existsSync(file))
    throw new UsageError(`--against: ${folder} has no journal.jsonl`, { remedy: 'name the output folder of an earlier run' });
  return file;
}

async function reportRunShards(dirs: readonly string[], flags: ReportFlags): Promise<number> {
  const outDir = outFolder(flags.out);
  if (dirs.some((dir) => resolve(dir) === resolve(outDir)))
    throw new UsageError(`--out: ${outDir} is the folder of a shard`, { remedy: 'name another folder for the whole' });
  await mergeJournals(dirs.map(journalFile), journalFile(outDir));
  return reportRun(outDir, { ...flags, out: outDir });
}

async function reportTrend(dirs: readonly string[], { out, json = false }: ReportFlags): Promise<number> {
  const runs = await Promise.all(dirs.map((folder) => readPastRun(folder, journalFile(folder))));
  const outDir = outFolderBeside([], out);
  const trend = writeTrend(runs, outDir);
  if (json) printJson(process.stdout, { ...trend, out: outDir });
  else printLines(process.stdout, [...trendLines(trend), `Reports: ${outDir}/index.html, trend.json`].join('\n'));
  return trend.runs.at(-1)?.exitCode ?? 0;
}

/** Throws `UsageError` for one of the shards of a run: its reports in a folder of their own would pass for those of the run. */
async function assertWhole(folder: string, remedy?: string): Promise<void> {
  const { shard } = await startLineOf(journalFile(folder));
  if (shard)
    throw new UsageError(
      `${remedy === undefined ? '--out' : '--rejudge'}: ${folder} is shard ${shard.index} of ${shard.total}, not a whole run`,
      {
        remedy: remedy ?? `name the folders of all ${shard.total} shards, or leave --out out`,
      },
    );
}

/** The folder for reports of the runs or loads in `reported`. Throws `UsageError` for the folder of another run. */
function outFolderBeside(reported: readonly string[], out: string | undefined): string {
  const outDir = outFolder(out);
  if (existsSync(journalFile(outDir)) && !reported.includes(outDir))
    throw new UsageError(`--out: ${outDir} is the folder of another run, whose reports would be replaced`, {
      remedy: 'name another folder',
    });
  return outDir;
}

function outFolder(out: string | undefined): string {
  return writableFolder(out ?? defaultOut(new Date()));
}
