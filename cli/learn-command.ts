import { existsSync } from 'node:fs';
import { maskData } from '../client/mask-data.ts';
import { counted, duration } from '../reports/format.ts';
import { printJson, printLine } from '../reports/print.ts';
import { Progress } from '../reports/progress.ts';
import { pyxCommand, shellCommand } from '../engine/shell-command.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { spokenText } from '../suites/drift/brand-of.ts';
import { learnTarget } from '../suites/drift/learn.ts';
import type { TargetFlags } from './common-options.ts';
import { withContext } from './context.ts';
import { defaultJobs } from './default-jobs.ts';
import { schemaLine } from './schema-line.ts';
import { UsageError } from './usage-error.ts';
import { writableFolderOf } from './writable-folder.ts';
import { writeOutput } from './write-output.ts';

/** What is tried of each model of states: whether its commands can be run at all. */
const FEW = { runs: 1, commands: 6, tour: false };

/** The options of `pyx drift` that also count for `--learn`. */
export interface LearnFlags extends TargetFlags {
  readonly seed: number;
  readonly readOnly?: boolean;
  readonly jobs?: number;
  readonly accept?: string | true;
  readonly json?: boolean;
}

/** `pyx drift --learn FILE`: drafts a target file. Returns the exit code: 1 if a node was lost, else 0. */
export async function learnCommand(file: string, flags: LearnFlags): Promise<number> {
  if (flags.accept !== undefined)
    throw new UsageError('--accept and --learn exclude each other', { remedy: 'learn a target file first, then accept into it' });
  if (existsSync(file))
    throw new UsageError(`--learn: ${file} exists already`, { remedy: 'name a new file, or use --accept to extend this one' });
  return withContext({ stopping: 'stopping', interrupted: 'interrupted: no file was written' }, async (context) => {
    // Before the experiments, which take minutes.
    writableFolderOf(file, '--learn');
    const { secrets, signal } = context;
    const { names, seed, readOnly } = flags;
    const target = await context.openTarget(flags.target, flags);
    let progress: Progress | undefined;
    context.onClose(() => progress?.close());
    const jobs = flags.jobs ?? defaultJobs();
    const { text, absent, options, spoken, checked, lost } = await learnTarget(
      { specification, target, targetFile: 'none', names, seed, jobs, readOnly, secrets, signal, cases: allCases(specification, FEW) },
      {
        onNote: (note) => (progress ?? context).note(note),
        onPlanned: (planned) => {
          progress?.close();
          context.note('running the first cases of each suite with the draft');
          progress = new Progress({ stream: context.stderr, planned });
        },
        onOutcome: (outcome) => progress?.outcome(outcome),
      },
    );
    progress?.close();
    writeOutput(file, `${schemaLine(file, 'target')}${secrets.mask(text)}`);
    for (const { during, message } of lost) context.note(`a node was lost in ${during}: ${message}`);
    const exitCode = lost.length > 0 ? 1 : 0;
    const { cases, failed, durationMs, doubts } = checked;
    if (flags.json === true)
      printJson(
        process.stdout,
        maskData({ exitCode, file, names: spoken, absent, ...options, checked: { cases, failed, durationMs }, doubts, lost }, secrets),
      );
    else {
      const print = (line: string): void => printLine(process.stdout, secrets.mask(line));
      for (const one of spoken) print(`name: ${spokenText(one)}`);
      for (const { option, reason } of options.wanted) print(`start option ${option}: ${reason}`);
      for (const doubt of doubts) print(`doubtful: ${doubt}`);
      print(`checked by the first ${counted(cases, 'case')} of the suites in ${duration(durationMs)}; ${failed} failed`);
      print(`${file}: ${counted(absent.length, 'method')} absent, ${counted(options.wanted.length, 'start option')} wanted`);
      // As docs/drift.md describes it: what is accepted before it is tried would hide what a draft has wrong.
      const again = shellCommand(['--target', target.name, '--target-file', file]);
      printLine(process.stdout, `Next: read it, then ${pyxCommand(['run'])} ${again}`);
      printLine(process.stdout, `and when its findings are understood, ${pyxCommand(['drift'])} ${again} --accept`);
    }
    return exitCode;
  });
}
