import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Secrets } from '../client/mask.ts';
import { plan } from '../engine/plan.ts';
import { reportedTarget } from '../engine/reported-target.ts';
import { readTargetFile, type TargetFile } from '../engine/target-file.ts';
import type { DriftResults } from '../reports/drift/results.ts';
import { driftDocuments } from '../reports/drift/documents.ts';
import { driftVerdict } from '../reports/drift/verdict.ts';
import { absentBlock } from '../reports/missing-methods.ts';
import { printJson, printLine } from '../reports/print.ts';
import { Progress } from '../reports/progress.ts';
import { writeResults } from '../reports/write-results.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { acceptDrift, assertSameSeed } from '../suites/drift/accept-drift.ts';
import { drift, type Drift } from '../suites/drift/drift.ts';
import { driftFindings } from '../suites/drift/findings.ts';
import type { DriftFlags } from './drift-options.ts';
import { flaggedTarget } from './flagged-target.ts';
import { catchInterruption, INTERRUPTED, InterruptedError } from './interruption.ts';
import { learnCommand } from './learn-command.ts';
import { maskedError } from './masked-error.ts';
import { nodeLine } from './node-line.ts';
import { assertOwnTargetFile } from './own-target-file.ts';
import { parsedNames } from './parsed-names.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';
import { writableFolder } from './writable-folder.ts';

/** Where the results of a comparison go. */
interface DriftReporting {
  readonly outDir: string;
  readonly json: boolean;
}

/**
 * `pyx drift`: compares the specification with a node, passes the results to `report`, which returns the exit code, and
 * accepts or learns if asked to. Returns that code, or that of an interruption.
 */
export async function driftCommand(
  flags: DriftFlags,
  report: (results: DriftResults, reporting: DriftReporting) => number = reportDrift,
): Promise<number> {
  if (flags.accept !== undefined && flags.learn !== undefined)
    throw new UsageError('--accept and --learn exclude each other', { remedy: 'learn a target file first, then accept into it' });
  if (typeof flags.accept === 'string') assertAcceptable(readTargetFile(flags.accept), flags);
  if (flags.learn !== undefined) return learnCommand(flags.learn, flags);
  const selection = { suites: ['methods'], families: flags.family, methods: flags.method, readOnly: flags.readOnly === true };
  const all = allCases(specification).filter(({ suite }) => suite === 'methods');
  const planned = plan(all, selection, specification);
  const names = parsedNames(flags.names);
  const outDir = writableFolder(flags.out ?? join('pyx-out', new Date().toISOString().replace(/[:.]/g, '-')));
  const secrets = new Secrets();
  const target = await flaggedTarget(flags.target, flags, secrets);
  const interruption = catchInterruption('stopping; what was found is reported');
  const { signal } = interruption;
  const progress = new Progress({ stream: process.stderr, planned: planned.cases.length });
  const startedAt = new Date();
  let ready = false;
  // Do not wait for a node that is still starting.
  signal.addEventListener('abort', () => {
    if (!ready) void target.close().catch(() => undefined); // closed again below, where an error is reported
  });
  try {
    const found = await drift({
      specification,
      target,
      plan: planned,
      targetFile: flags.targetFile ?? (typeof flags.accept === 'string' ? flags.accept : undefined),
      names,
      seed: flags.seed,
      jobs: flags.jobs ?? Math.min(4, 2 * availableParallelism()),
      readOnly: flags.readOnly,
      observeTwice: flags.accept !== undefined,
      secrets,
      signal,
      onPrepared: (prepared) => {
        ready = true;
        if (flags.accept === true && prepared.targetFile) assertAcceptable(prepared.targetFile, flags);
        printLine(process.stderr, secrets.mask(nodeLine(prepared)));
        printLine(process.stderr, `target file: ${prepared.targetFile?.file ?? 'none'}`);
      },
      onOutcome: (outcome) => progress.outcome(outcome),
      onNote: (text) => progress.note(secrets.mask(text)),
    });
    progress.close();
    const findings = driftFindings(found.items, absentBlock);
    const results: DriftResults = {
      schemaVersion: 1,
      pyx: version,
      seed: flags.seed,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      complete: found.complete,
      standard: specification.spec.edition,
      target: reportedTarget(target, found.prepared),
      failOn: flags.failOn,
      listed: found.survey.listed?.length ?? null,
      cases: found.cases,
      errorsCompared: found.prepared.targetFile?.errors !== undefined,
      findings,
      lost: found.lost,
      untried: found.untried,
      gone: found.gone.map(({ change, methods, places, reason }) => ({
        change,
        methods: [...(methods ?? []), ...Object.keys(places ?? {})],
        reason,
      })),
    };
    const code = report(results, { outDir, json: flags.json === true });
    if (signal.aborted) return INTERRUPTED;
    if (flags.accept !== undefined) return accept(flags.accept, found, findings);
    return code;
  } catch (error) {
    if (signal.aborted && !ready) throw new InterruptedError('interrupted before the first call');
    throw maskedError(error, secrets);
  } finally {
    progress.close();
    await target.close();
    interruption.release();
  }
}

/** Writes the reports of a comparison and prints its result. Returns the exit code. */
function reportDrift(results: DriftResults, { outDir, json }: DriftReporting): number {
  const verdict = driftVerdict(results);
  writeResults(results, verdict, driftDocuments, { outDir, githubStepSummary: process.env['GITHUB_STEP_SUMMARY'] });
  if (json) printJson(process.stdout, driftDocuments.line(results, verdict, outDir));
  else driftDocuments.print(results, verdict, { stream: process.stdout, outDir });
  return verdict.code;
}

/** Throws `UsageError` or `TargetFileError` if differences cannot be accepted into this file, before they are looked for. */
function assertAcceptable(target: TargetFile, { seed }: DriftFlags): void {
  assertOwnTargetFile('--accept', target.file);
  assertSameSeed(target, seed);
}

/** What is accepted does not count, so the exit code is 0. Nothing is accepted of a part: what was not seen might be there. */
function accept(into: string | true, found: Drift, findings: ReturnType<typeof driftFindings>): number {
  if (!found.whole) {
    printLine(
      process.stderr,
      '--accept: nothing is accepted, because the comparison is not complete; repeat it (a waiver in the target file accepts a crash that is known)',
    );
    return 1;
  }
  const file = into === true ? found.prepared.targetFile?.file : into;
  if (file === undefined)
    throw new UsageError('--accept: no target file is in use for this node', {
      remedy: 'name one (--accept FILE), or draft one with --learn FILE',
    });
  const written = acceptDrift(file, found, findings);
  printLine(
    process.stderr,
    written.length === 0 ? `${file} accepts all of it already` : `accepted into ${written.join(' and ')}; review the reasons`,
  );
  return 0;
}
