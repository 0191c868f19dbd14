import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { earlierFailures } from '../engine/conduct.ts';
import type { Plan } from '../engine/plan.ts';
import { filesOfTarget, targetFilePath } from '../engine/target-file.ts';
import { findBinary } from '../fixtures/targets/find-binary.ts';
import { counted } from '../reports/format.ts';
import { specsFolder } from '../specs/model/specs-folder.ts';
import { UserError } from '../specs/model/user-error.ts';
import { withContext, type Context } from './context.ts';
import { INTERRUPTED } from './interruption.ts';
import { performPart, printResults } from './perform.ts';
import { printError } from './print-error.ts';
import { trialCommand, type TrialRequest } from './trial-command.ts';
import { UsageError } from './usage-error.ts';
import { WatchedFiles } from './watched-files.ts';

/**
 * Runs the cases of a request, and again each time when the program of the node or its target file, with those that it names, changes:
 * those that failed first, and once they pass, all. What cannot be run is printed, and waits for the next change. Ends when it is
 * interrupted: returns that exit code.
 */
export async function watchRuns(request: TrialRequest): Promise<number> {
  const program = await programOf(request.target);
  const { targetFile } = request;
  const given = targetFile === undefined || targetFile === 'none' ? undefined : targetFilePath(targetFile);
  if (program === undefined && given === undefined)
    throw new UsageError(`--watch: ${request.target} has no program on this machine whose changes can be seen`, {
      remedy: 'use it with embedded, with process:<binary>, or with --target-file',
    });
  return withContext({ ...trialCommand, out: request.out }, async (context) => {
    const watched = new WatchedFiles();
    if (program !== undefined) await watched.add(program);
    const targetFiles = new Set(given === undefined ? [] : [resolve(given)]);
    const watchTargetFiles = async (): Promise<void> => {
      for (const file of [...targetFiles].flatMap(filesOfTarget)) await watched.add(file);
    };
    let failed: readonly string[] = [];
    for (;;) {
      // Before they are read: what changes while the cases run is seen afterwards.
      await watchTargetFiles();
      try {
        failed = await runRound(request, failed, context, (file) => targetFiles.add(file));
      } catch (error) {
        if (!(error instanceof UserError) || context.signal.aborted) throw error;
        printError(error);
      }
      await watchTargetFiles();
      if (!context.signal.aborted) context.note(`waiting for a change of ${watched.names.join(' or ')} (Ctrl-C ends)`);
      const changed = await watched.changed(context.signal);
      if (changed === undefined) return INTERRUPTED;
      context.note(`${changed} has changed`);
    }
  });
}

/** The file that a node of this target runs, if it is on this machine. Throws `TargetError`. */
async function programOf(target: string): Promise<string | undefined> {
  if (target === 'embedded') return join(specsFolder(), '../dist/coind.mjs');
  const [, binary] = /^process:(.+)$/s.exec(target) ?? [];
  return binary === undefined ? undefined : findBinary(binary);
}

/** Runs what failed before, if anything did, and all cases unless one of it fails again. Returns the ids of the cases that failed. */
async function runRound(
  request: TrialRequest,
  failed: readonly string[],
  context: Context,
  onTargetFile: (file: string) => void,
): Promise<readonly string[]> {
  const run = async (planned: Plan): Promise<readonly string[]> => {
    const performed = await performPart(trialCommand, { ...request, planned, out: context.outDir }, context.signal);
    printResults(trialCommand.documents, performed, request.json === true);
    const { targetFile } = performed.results.start.target;
    if (targetFile !== null && existsSync(resolve(targetFile))) onTargetFile(resolve(targetFile));
    return earlierFailures(join(context.outDir, 'results.json')).cases;
  };
  if (failed.length > 0) {
    context.note(`first what failed before: ${counted(failed.length, 'case')}`);
    const again = await run(onlyCases(request.planned, new Set(failed)));
    if (again.length > 0 || context.signal.aborted) return again;
    context.note('they pass now: all cases');
  }
  return run(request.planned);
}

function onlyCases(planned: Plan, ids: ReadonlySet<string>): Plan {
  const left = planned.cases.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  return {
    ...planned,
    cases: planned.cases.filter(({ id }) => ids.has(id)),
    whole: false,
    leftOut: [...(planned.leftOut ?? []), ...left],
  };
}
