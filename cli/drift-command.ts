import { plan } from '../engine/plan.ts';
import { reportedTarget } from '../engine/reported-target.ts';
import { readTargetFile, type FurtherAcceptances, type TargetFile } from '../engine/target-file.ts';
import type { DriftResults } from '../reports/drift/results.ts';
import { driftDocuments } from '../reports/drift/documents.ts';
import { driftVerdict } from '../reports/drift/verdict.ts';
import { entryBlock } from '../reports/entry-block.ts';
import { absentBlock } from '../reports/missing-methods.ts';
import { Progress } from '../reports/progress.ts';
import { DEFAULT_SETTINGS } from '../suites/states/support/settings.ts';
import { acceptDrift, assertSameSeed } from '../suites/drift/accept-drift.ts';
import { drift, type Drift } from '../suites/drift/drift.ts';
import { driftFindings } from '../suites/drift/findings.ts';
import { chosenStandard } from './chosen-standard.ts';
import type { OutputFlags, StandardFlags } from './common-options.ts';
import type { Context } from './context.ts';
import type { LearnFlags } from './learn-command.ts';
import type { Command } from './perform.ts';
import { defaultJobs } from './default-jobs.ts';
import { assertOwnTargetFile } from './own-target-file.ts';
import type { FailOn } from './spec-diff-command.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** The options of `pyx drift` as commander gives them. */
export interface DriftFlags extends LearnFlags, StandardFlags, OutputFlags {
  readonly family?: string[];
  readonly method?: string[];
  readonly learn?: string;
  readonly failOn: FailOn;
  readonly jobs?: number;
  /** Accepted differences that only a policy gives. */
  readonly further?: FurtherAcceptances;
}

/** `pyx drift`: compares the specification with a node, and accepts the differences if asked to. */
export const driftCommand: Command<DriftFlags, DriftResults> = {
  stopping: 'stopping; what was found is reported',
  interrupted: 'interrupted before the first call',
  verdict: driftVerdict,
  documents: driftDocuments,
  run: async (flags, context) => {
    const { accept } = flags;
    if (typeof accept === 'string') assertAcceptable(readTargetFile(accept), flags);
    const selection = { suites: ['methods'], families: flags.family, methods: flags.method, readOnly: flags.readOnly === true };
    const { specification, cases, notes } = chosenStandard(flags.standard);
    const all = cases(DEFAULT_SETTINGS).filter(({ suite }) => suite === 'methods');
    const planned = plan(all, selection, specification);
    const { secrets, signal, startedAt } = context;
    const target = await context.openTarget(flags.target, flags);
    const progress = new Progress({ stream: context.stderr, planned: planned.cases.length });
    context.onClose(() => progress.close());
    const found = await drift({
      specification,
      target,
      plan: planned,
      targetFile: flags.targetFile ?? (typeof accept === 'string' ? accept : undefined),
      further: flags.further,
      names: flags.names,
      seed: flags.seed,
      jobs: flags.jobs ?? defaultJobs(),
      readOnly: flags.readOnly,
      observeTwice: accept !== undefined,
      secrets,
      signal,
      onOpened: (opened) => {
        if (accept === true && opened.targetFile) assertAcceptable(opened.targetFile, flags);
        context.announce(opened, ...notes);
      },
      onOutcome: (outcome) => progress.outcome(outcome),
      onNote: (text) => progress.note(text),
    });
    progress.close();
    const { subversion } = found.opened.info;
    const findings = driftFindings(found.items, { missing: absentBlock, accepted: (differences) => entryBlock(differences, subversion) });
    const results: DriftResults = {
      schemaVersion: 1,
      pyx: version,
      seed: flags.seed,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      complete: found.complete,
      standard: specification.spec.edition,
      target: reportedTarget(target, found.opened),
      failOn: flags.failOn,
      listed: found.survey.listed?.length ?? null,
      cases: found.cases,
      errorsCompared: found.opened.targetFile?.errors !== undefined,
      findings,
      lost: found.lost,
      untried: found.untried,
      gone: found.gone,
    };
    return { results, ...(accept !== undefined && { afterwards: async () => accepted(accept, found, findings, context) }) };
  },
};

/** Throws `UsageError` or `TargetFileError` if differences cannot be accepted into this file, before they are looked for. */
function assertAcceptable(target: TargetFile, { seed }: DriftFlags): void {
  assertOwnTargetFile('--accept', target.file);
  assertSameSeed(target, seed);
}

/** What is accepted does not count, so the exit code is 0. Nothing is accepted of a part: what was not seen might be there. */
function accepted(into: string | true, found: Drift, findings: ReturnType<typeof driftFindings>, context: Context): number {
  if (!found.whole) {
    context.note(
      '--accept: nothing is accepted, because the comparison is not complete; repeat it (an entry of accepted in the target file accepts a crash that is known)',
    );
    return 1;
  }
  const file = into === true ? found.opened.targetFile?.file : into;
  if (file === undefined)
    throw new UsageError('--accept: no target file is in use for this node', {
      remedy: 'name one (--accept FILE), or draft one with --learn FILE',
    });
  const written = acceptDrift(file, found, findings, found.opened.info.subversion);
  context.note(written.length === 0 ? `${file} accepts all of it already` : `accepted into ${written.join(' and ')}; review the reasons`);
  return 0;
}
