import { join } from 'node:path';
import { StandingsOfSeeds } from '../engine/standings-of-seeds.ts';
import { statuses } from '../reports/digest.ts';
import { count, duration } from '../reports/format.ts';
import { printJson, printLines } from '../reports/print.ts';
import { printReport } from '../reports/terminal.ts';
import { withContext } from './context.ts';
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
 * findings, and a table of all. Returns the worst exit code. If a trial cannot start, prints the table of the earlier
 * ones and throws the error.
 */
export async function trySeeds({ first, count: wanted, outDir, ...request }: SeedsRequest): Promise<number> {
  const { json, bail } = request;
  const runs: SeedRun[] = [];
  const seeds = new StandingsOfSeeds(wanted);
  // A seed that was requested and not run counts as a finding.
  const worst = (): number => Math.max(runs.length < wanted ? 1 : 0, ...runs.map((run) => run.exitCode));
  const printTable = (exitCode: number): void => {
    if (json === true) printJson(process.stdout, { exitCode, out: outDir, runs: runs.map(({ durationMs: _, ...run }) => run) });
    else printLines(process.stdout, `\n${tableOf(runs, wanted).join('\n')}`);
  };
  const settings = { stopping: trialCommand.stopping, interrupted: trialCommand.interrupted };
  try {
    await withContext(settings, ({ signal }) => runAll(signal));
  } catch (error) {
    if (runs.length > 0) printTable(2);
    throw error;
  }
  printTable(worst());
  return worst();

  async function runAll(signal: AbortSignal): Promise<void> {
    for (let seed = first; seed < first + wanted; seed++) {
      printLines(process.stderr, `${runs.length === 0 ? '' : '\n'}seed ${seed} (${runs.length + 1} of ${wanted})`);
      const out = join(outDir, `seed-${seed}`);
      const { results: digest, verdict } = await performPart(trialCommand, { ...request, out, seed, seeds }, signal);
      const run = { seed, ...runSummary(digest, verdict.code, out), durationMs: digest.durationMs };
      runs.push(run);
      if (json !== true && run.exitCode !== 0) printReport(digest, { stream: process.stdout, outDir: out });
      if (run.exitCode === INTERRUPTED || (bail === true && run.exitCode !== 0)) break;
    }
  }
}

function tableOf(runs: readonly SeedRun[], wanted: number): string[] {
  const rows = runs.map(({ seed, exitCode, totals, durationMs, out }) => [
    `seed ${seed}`,
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
  const good = runs.filter((run) => run.exitCode === 0).length;
  return [
    'Seeds',
    ...lines.map((line) => `   ${line}`),
    '',
    `${good} of ${wanted} seeds without findings${runs.length < wanted ? `, ${wanted - runs.length} not run` : ''}.`,
  ];
}
