import { join } from 'node:path';
import { StandingsOfSeeds } from '../engine/standings-of-seeds.ts';
import { statuses } from '../reports/digest.ts';
import { count, duration } from '../reports/format.ts';
import { printJson, printLines } from '../reports/print.ts';
import { jointVerdict, printJointVerdict } from '../reports/joint-verdict.ts';
import { printReport } from '../reports/terminal.ts';
import { reportedVerdict, type Verdict } from '../reports/verdict.ts';
import { withContext } from './context.ts';
import { reportEnd } from './end-verdict.ts';
import { INTERRUPTED } from './interruption.ts';
import { performPart } from './perform.ts';
import { runSummary, type RunSummary } from './run-summary.ts';
import { trialCommand, type TrialRequest } from './trial-command.ts';

export interface SeedsRequest extends Omit<TrialRequest, 'seed' | 'seeds' | 'out' | 'acceptBaseline'> {
  readonly outDir: string;
  /** The first seed; the others count up from it. */
  readonly first: number;
  readonly count: number;
}

type SeedRun = RunSummary & { readonly seed: number; readonly durationMs: number };

/**
 * Runs one trial for each of several seeds, in sequence, each with its own folder. Prints the reports of trials with
 * findings, and a table of all. Returns the exit code of all together. If a trial cannot start, prints the table of the earlier
 * ones and throws the error.
 */
export async function trySeeds({ first, count: wanted, outDir, ...request }: SeedsRequest): Promise<number> {
  const { json, bail } = request;
  const runs: SeedRun[] = [];
  const seeds = new StandingsOfSeeds(wanted);
  const verdictOfAll = (notBegun: string): Verdict => {
    const done = runs.map(({ seed, exitCode, verdict }) => ({ name: `seed ${seed}`, title: verdict.title, exitCode }));
    const error = notBegun === '' ? [] : [{ name: notBegun, title: 'Could not be done', exitCode: 2 }];
    const begun = done.length + error.length;
    const rest = Array.from({ length: wanted - begun }, (_, index) => ({
      name: `seed ${first + begun + index}`,
      title: 'Not run',
      exitCode: null,
    }));
    const good = runs.filter((run) => run.exitCode === 0).length;
    return jointVerdict([...done, ...error, ...rest], { facts: [`${good} of ${wanted} seeds without findings.`] }, request.inconclusive);
  };
  /** Prints the table, and returns the exit code. */
  const printTable = (notBegun = ''): number => {
    const verdict = verdictOfAll(notBegun);
    if (json === true) {
      const shown = runs.map(({ durationMs: _, ...run }) => run);
      printJson(process.stdout, { exitCode: verdict.code, verdict: reportedVerdict(verdict), out: outDir, runs: shown });
    } else {
      printLines(process.stdout, `\n${tableOf(runs).join('\n')}`);
      printJointVerdict(process.stdout, verdict);
    }
    return verdict.code;
  };
  const settings = { stopping: trialCommand.stopping, interrupted: trialCommand.interrupted };
  try {
    await withContext(settings, ({ signal }) => runAll(signal));
  } catch (error) {
    if (runs.length > 0) printTable(`seed ${first + runs.length}`);
    else reportEnd(error, { json: json === true, githubStepSummary: process.env['GITHUB_STEP_SUMMARY'] });
    throw error;
  }
  return printTable();

  async function runAll(signal: AbortSignal): Promise<void> {
    for (let seed = first; seed < first + wanted; seed++) {
      printLines(process.stderr, `${runs.length === 0 ? '' : '\n'}seed ${seed} (${runs.length + 1} of ${wanted})`);
      const out = join(outDir, `seed-${seed}`);
      const { results: digest, verdict } = await performPart(trialCommand, { ...request, out, seed, seeds }, signal);
      const run = { seed, ...runSummary(digest, verdict, out), durationMs: digest.durationMs };
      runs.push(run);
      if (json !== true && run.exitCode !== 0) printReport(digest, { stream: process.stdout, outDir: out });
      if (run.exitCode === INTERRUPTED || (bail === true && run.exitCode !== 0)) break;
    }
  }
}

function tableOf(runs: readonly SeedRun[]): string[] {
  const rows = runs.map(({ seed, verdict, exitCode, totals, durationMs, out }) => [
    `seed ${seed}`,
    verdict.title,
    `exit ${exitCode}`,
    statuses
      .filter((status) => totals[status] > 0)
      .map((status) => `${count(totals[status])} ${status}`)
      .join(', '),
    duration(durationMs),
    join(out, 'index.html'),
  ]);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join('   ')
      .trimEnd(),
  );
  return ['Seeds', ...lines.map((line) => `   ${line}`)];
}
