import { acceptBaseline } from '../engine/accept-baseline.ts';
import { conduct, journalFile } from '../engine/conduct.ts';
import type { OpenedNode } from '../engine/open-node.ts';
import type { Plan } from '../engine/plan.ts';
import type { DigestOptions } from '../reports/digest.ts';
import { RunMetrics } from '../reports/metrics/run-metrics.ts';
import { judgedByRelease } from '../reports/selfcheck/judged.ts';
import { RefusedError } from '../engine/prepare.ts';
import type { Severity } from '../engine/severity.ts';
import type { StandingsOfSeeds } from '../engine/standings-of-seeds.ts';
import type { FurtherAcceptances } from '../engine/target-file.ts';
import type { Digest } from '../reports/digest.ts';
import { counted } from '../reports/format.ts';
import { RunLive } from '../reports/live/run-live.ts';
import { Progress } from '../reports/progress.ts';
import { reportsNamed } from '../reports/run-reports.ts';
import { runVerdict } from '../reports/run-verdict.ts';
import { printReport } from '../reports/terminal.ts';
import { writeReports } from '../reports/write-reports.ts';
import type { ChosenStandard } from './chosen-standard.ts';
import type { OutputFlags, TargetFlags } from './common-options.ts';
import { commandLine } from './command-line.ts';
import { nodeLine } from './node-line.ts';
import type { Command } from './perform.ts';
import { defaultJobs } from './default-jobs.ts';
import { runSummary } from './run-summary.ts';
import { version } from './version.ts';
import { writingError } from './writable-folder.ts';

/** How often the progress is looked at while no case ends. */
const TICK_MS = 1_000;

/** The options of `pyx run` that count in each of its trials, and `further`, which only a policy gives. */
export interface TrialFlags extends TargetFlags, OutputFlags {
  readonly standard?: string;
  readonly plugin?: readonly string[];
  readonly jobs?: number;
  readonly bail?: boolean;
  /** Milliseconds. */
  readonly time?: number;
  readonly readOnly?: boolean;
  readonly stress?: boolean;
  readonly failOn?: Severity;
  readonly further?: FurtherAcceptances;
  readonly reports?: readonly string[];
  /** The texts of the documents, as a policy names them. */
  readonly documents?: string;
}

/** The settings of one trial: cases, seed, and options. */
export interface TrialRequest extends TrialFlags {
  readonly chosen: ChosenStandard;
  readonly planned: Plan;
  readonly seed: number;
  /** What is judged, for the reports. */
  readonly judged?: DigestOptions['judged'];
  /** See `ConductOptions.seeds`. */
  readonly seeds?: StandingsOfSeeds | undefined;
  /** Target file beside which the observations are stored. */
  readonly acceptBaseline?: string | undefined;
}

/** One trial of a node. */
export const trialCommand: Command<TrialRequest, Digest> = {
  stopping: 'stopping; the results so far are kept',
  interrupted: 'interrupted before the first case',
  // By the journal, as in each report that is made of it.
  verdict: (digest) => runVerdict(digest),
  documents: {
    print: (digest, _, options) => printReport(digest, options),
    line: (digest, verdict, out) => runSummary(digest, verdict, out),
  },
  live: 'run',
  run: async (request, context) => {
    const { chosen, planned, seed, seeds, judged = judgedByRelease, acceptBaseline: accepting, ...flags } = request;
    const { secrets, signal, startedAt: now } = context;
    // A name that no report has is reported before a node is started.
    reportsNamed(flags.reports ?? []);
    const target = await context.openTarget(flags.target, flags);
    const { outDir } = context;
    const progress = new Progress({ stream: context.stderr, planned: planned.cases.length });
    const metrics = context.metrics && new RunMetrics(context.metrics, planned.cases.length);
    const page = context.show(new RunLive(planned));
    const ticks = setInterval(() => progress.tick(), TICK_MS).unref();
    context.onClose(() => {
      clearInterval(ticks);
      progress.close();
    });
    for (const note of chosen.notes) context.note(note);
    const refusal = await conduct({
      pyx: version,
      command: commandLine(),
      specification: chosen.specification,
      standard: flags.standard,
      plugins: flags.plugin,
      notes: chosen.notes,
      target,
      plan: planned,
      outDir,
      seed,
      seeds,
      jobs: flags.jobs ?? defaultJobs(),
      bail: flags.bail,
      timeMs: flags.time,
      readOnly: flags.readOnly,
      stress: flags.stress,
      failOn: flags.failOn,
      documents: flags.documents,
      inconclusive: flags.inconclusive,
      targetFile: flags.targetFile,
      further: flags.further,
      names: flags.names,
      secrets,
      now,
      signal,
      onOpened: (opened) => {
        for (const text of announcement(opened, request)) context.note(text);
      },
      onBegun: (id) => progress.begun(id),
      onOutcome: (outcome) => {
        progress.outcome(outcome);
        metrics?.outcome(outcome);
        page.outcome(outcome);
      },
      onNote: (text) => progress.note(text),
      onSuspect: (id) => {
        progress.suspect(id);
        page.suspect(id);
      },
    });
    clearInterval(ticks);
    progress.close();
    await target.close();
    const { githubStepSummary } = context;
    const reportOptions = { judged, githubStepSummary, reports: flags.reports };
    const digest = await writeReports(journalFile(outDir), outDir, reportOptions).catch((error: unknown) => {
      throw writingError(outDir, error);
    });
    if (refusal) throw new RefusedError(`${refusal.message}. The results so far are in ${outDir}`, { cause: refusal });
    if (accepting !== undefined && !signal.aborted) context.note(await acceptBaseline(journalFile(outDir), accepting));
    return { results: digest, whole: digest.cause !== 'interruption' };
  },
};

/** What the node is, and what the trial will do to it. */
function announcement(opened: OpenedNode, { planned, readOnly }: TrialRequest): string[] {
  const { target, targetFile } = opened;
  const lines = [
    nodeLine(opened),
    targetFile ? `target file: ${targetFile.file}` : 'target file: none; every difference from the documents is a finding',
  ];
  if (target.capabilities.startNodes || readOnly === true) return lines;
  if (!opened.specification.hasChain) {
    const changing = new Set(planned.cases.flatMap(({ effect, method }) => (effect.some((one) => one !== 'read') ? [method] : [])));
    return [
      ...lines,
      `Pyx did not start this service; the trial will ${changing.size > 0 ? `call ${counted(changing.size, 'method')} that change its data, and restores nothing` : 'only read'}.`,
    ];
  }
  const effects = new Set(planned.cases.flatMap((testCase) => testCase.effect));
  const changes = [
    ...(effects.has('wallet') ? ['create a separate wallet, with addresses, labels, locks and transactions'] : []),
    ...(effects.has('chain') ? ['mine blocks and send transactions'] : []),
    ...(effects.has('network') ? ['ban and unban addresses, add and remove peers, disable and enable the network'] : []),
  ];
  return [
    ...lines,
    `Pyx did not start this node; the trial will ${changes.join('; ') || 'only read'}. It does not stop the node or encrypt a wallet. Afterwards its wallets are unloaded, its blocks are taken off the chain, and locks, bans and peers are as before; the files of wallets remain, and are named.`,
  ];
}
