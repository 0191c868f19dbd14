import { availableParallelism } from 'node:os';
import { Secrets } from '../client/mask.ts';
import type { Target } from '../fixtures/targets/types.ts';
import type { Names } from '../specs/model/names.ts';
import type { Digest } from '../reports/digest.ts';
import { printLine } from '../reports/print.ts';
import { Progress } from '../reports/progress.ts';
import { writeReports } from '../reports/write-reports.ts';
import { conduct, journalFile } from '../engine/conduct.ts';
import type { Plan } from '../engine/plan.ts';
import type { PowerResults } from '../engine/power.ts';
import { RefusedError, type Prepared } from '../engine/prepare.ts';
import type { Severity } from '../engine/severity.ts';
import type { StandingsOfSeeds } from '../engine/standings-of-seeds.ts';
import type { FurtherWaivers } from '../engine/target-file.ts';
import type { ChosenStandard } from './chosen-standard.ts';
import type { OutputFlags, TargetFlags } from './common-options.ts';
import { flaggedTarget } from './flagged-target.ts';
import { maskedError } from './masked-error.ts';
import { catchInterruption, InterruptedError } from './interruption.ts';
import { nodeLine } from './node-line.ts';
import { version } from './version.ts';

/** The options of `pyx run` that count in each of its trials, and `waivers`, which only a policy gives. */
export interface TrialFlags extends TargetFlags, OutputFlags {
  readonly standard?: string;
  readonly jobs?: number;
  readonly bail?: boolean;
  readonly readOnly?: boolean;
  readonly stress?: boolean;
  readonly failOn?: Severity;
  readonly waivers?: FurtherWaivers;
}

/** The settings of one trial: cases, seed, options and output folder. */
export interface TrialRequest {
  readonly flags: TrialFlags;
  readonly chosen: ChosenStandard;
  readonly planned: Plan;
  readonly names: Names | undefined;
  readonly outDir: string;
  readonly seed: number;
  /** The results of a selfcheck, for what is judged. */
  readonly power: PowerResults | undefined;
  /** See `ConductOptions.seeds`. */
  readonly seeds?: StandingsOfSeeds | undefined;
}

export interface Tried {
  readonly digest: Digest;
  /** Interrupted by the user. */
  readonly interrupted: boolean;
}

/** Opens the target, runs one trial on it and writes its reports. */
export async function tryOnce({ flags, chosen, planned, names, outDir, seed, power, seeds }: TrialRequest): Promise<Tried> {
  const now = new Date();
  const secrets = new Secrets();
  const target = await flaggedTarget(flags.target, flags, secrets);
  const interruption = catchInterruption('stopping; the results so far are kept');
  const { signal } = interruption;
  const progress = new Progress({ stream: process.stderr, planned: planned.cases.length });
  for (const note of chosen.notes) printLine(process.stderr, note);
  let begun = false;
  // Do not wait for a node that is still starting.
  signal.addEventListener('abort', () => {
    if (!begun) void target.close().catch(() => undefined); // closed again below, where an error is reported
  });
  try {
    const refusal = await conduct({
      pyx: version,
      command: commandLine(),
      specification: chosen.specification,
      standard: flags.standard,
      notes: chosen.notes,
      target,
      plan: planned,
      outDir,
      seed,
      seeds,
      jobs: flags.jobs ?? Math.min(4, 2 * availableParallelism()),
      bail: flags.bail,
      readOnly: flags.readOnly,
      stress: flags.stress,
      failOn: flags.failOn,
      targetFile: flags.targetFile,
      waivers: flags.waivers,
      names,
      secrets,
      now,
      signal,
      onPrepared: (prepared) => {
        begun = true;
        announce(prepared, { target, flags, planned, secrets });
      },
      onOutcome: (outcome) => progress.outcome(outcome),
      onNote: (text) => progress.note(text),
      onSuspect: (id) => progress.suspect(id),
    });
    progress.close();
    await target.close();
    const digest = await writeReports(journalFile(outDir), outDir, { power, githubStepSummary: process.env['GITHUB_STEP_SUMMARY'] });
    if (refusal) throw new RefusedError(`${refusal.message}. The results so far are in ${outDir}`, { cause: refusal });
    return { digest, interrupted: signal.aborted };
  } catch (error) {
    if (signal.aborted && !begun) throw new InterruptedError('interrupted before the first case');
    throw maskedError(error, secrets);
  } finally {
    progress.close();
    await target.close();
    interruption.release();
  }
}

function announce(
  prepared: Prepared,
  { target, flags, planned, secrets }: { target: Target; flags: TrialFlags; planned: Plan; secrets: Secrets },
): void {
  const { targetFile } = prepared;
  const write = (text: string): void => printLine(process.stderr, secrets.mask(text));
  write(nodeLine(prepared));
  write(targetFile ? `target file: ${targetFile.file}` : 'target file: none; every difference from the documents is a finding');
  if (target.kind === 'remote' && flags.readOnly !== true) {
    const effects = new Set(planned.cases.flatMap((one) => one.effect));
    const changes = [
      ...(effects.has('wallet') ? ['create a separate wallet, with addresses, labels, locks and transactions'] : []),
      ...(effects.has('chain') ? ['mine blocks and send transactions'] : []),
      ...(effects.has('network') ? ['ban and unban addresses, add and remove peers, disable and enable the network'] : []),
    ];
    write(
      `Pyx did not start this node; the trial will ${changes.join('; ') || 'only read'}. It does not stop the node or encrypt a wallet, and it cleans up afterwards.`,
    );
  }
}

/** The command line, with credentials removed from addresses. */
function commandLine(): string[] {
  return ['pyx', ...process.argv.slice(2).map((word) => word.replace(/\/\/[^/]*@/, '//'))];
}
