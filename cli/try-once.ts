import { availableParallelism } from 'node:os';
import { Secrets } from '../client/mask.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import type { Names } from '../specs/model/names.ts';
import { specification } from '../specs/model/specification.ts';
import type { Digest } from '../reports/digest.ts';
import { say } from '../reports/say.ts';
import { Progress } from '../reports/progress.ts';
import { writeReports } from '../reports/write-reports.ts';
import { conduct, journalFile } from '../engine/conduct.ts';
import type { Plan } from '../engine/plan.ts';
import { RefusedError, type Prepared } from '../engine/prepare.ts';
import { maskedError } from './masked-error.ts';
import { catchInterruption, InterruptedError } from './interruption.ts';
import type { RunFlags } from './run-options.ts';
import { version } from './version.ts';

/** One trial: what is tried, with which values, and where all of it is written. */
export interface Undertaking {
  readonly flags: RunFlags;
  readonly planned: Plan;
  readonly names: Names | undefined;
  readonly outDir: string;
  readonly seed: number;
}

export interface Tried {
  readonly digest: Digest;
  /** Whoever started it has stopped it. */
  readonly interrupted: boolean;
}

/** Opens the target, conducts one trial on it and writes its reports. */
export async function tryOnce({ flags, planned, names, outDir, seed }: Undertaking): Promise<Tried> {
  const now = new Date();
  const secrets = new Secrets();
  const target = await openTarget(flags.target, {
    env: process.env,
    secrets,
    ...(flags.cookie !== undefined && { cookieFile: flags.cookie }),
    ...(flags.conf !== undefined && { confFile: flags.conf }),
  });
  const interruption = catchInterruption('stopping; what was tried is kept');
  const { signal } = interruption;
  const progress = new Progress({ stream: process.stderr, planned: planned.cases.length });
  let begun = false;
  // A node that is yet to come up is not waited for.
  signal.addEventListener('abort', () => {
    if (!begun) void target.close().catch(() => undefined); // closed again below, where a failure shows
  });
  try {
    const refusal = await conduct({
      pyx: version,
      command: commandLine(),
      specification,
      target,
      plan: planned,
      outDir,
      seed,
      jobs: flags.jobs ?? Math.min(4, 2 * availableParallelism()),
      bail: flags.bail,
      readOnly: flags.readOnly,
      stress: flags.stress,
      targetFile: flags.targetFile,
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
    const summary = process.env['GITHUB_STEP_SUMMARY'];
    const digest = await writeReports(journalFile(outDir), outDir, summary ? { githubStepSummary: summary } : {});
    if (refusal) throw new RefusedError(`${refusal.message}. What was tried before is reported in ${outDir}`, { cause: refusal });
    return { digest, interrupted: signal.aborted };
  } catch (error) {
    if (signal.aborted && !begun) throw new InterruptedError('interrupted before anything was tried');
    throw maskedError(error, secrets);
  } finally {
    progress.close();
    await target.close();
    interruption.release();
  }
}

function announce(
  { info, targetFile, node }: Prepared,
  { target, flags, planned, secrets }: { target: Target; flags: RunFlags; planned: Plan; secrets: Secrets },
): void {
  const tell = (text: string): void => say(process.stderr, secrets.mask(text));
  tell(`${info.subversion || 'a node'} (version ${info.version ?? 'not given'}) at ${node.client.address}, chain ${info.chain}`);
  tell(targetFile ? `target file: ${targetFile.file}` : 'target file: none; every difference from the documents counts');
  if (target.kind === 'remote' && flags.readOnly !== true) {
    const effects = new Set(planned.cases.flatMap((one) => one.effect));
    const changes = [
      ...(effects.has('wallet') ? ['make a wallet of its own, and addresses, labels, locks and transactions in it'] : []),
      ...(effects.has('chain') ? ['mine blocks and send transactions'] : []),
      ...(effects.has('network') ? ['ban and unban addresses, add and remove peers, switch the network off and on'] : []),
    ];
    tell(
      `this node belongs to somebody else; the trial will ${changes.join('; ') || 'only read'}. It stops and encrypts nothing, and cleans up after itself.`,
    );
  }
}

/** The command line as it was given, credentials within addresses taken out. */
function commandLine(): string[] {
  return ['pyx', ...process.argv.slice(2).map((word) => word.replace(/\/\/[^/]*@/, '//'))];
}
