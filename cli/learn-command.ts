import { pyxCommand, shellCommand } from '../engine/shell-command.ts';
import { counted, duration } from '../reports/format.ts';
import { printJson, printLine } from '../reports/print.ts';
import { spokenText } from '../suites/drift/brand-of.ts';
import type { StandardFlags, TargetFlags } from './common-options.ts';
import { learnTargetFile, type LearnRequest, type LearnResults } from './learn-target-file.ts';
import { UsageError } from './usage-error.ts';

/** The options of `pyx drift` that also count for `--learn`. */
export interface LearnFlags extends TargetFlags, StandardFlags, Omit<LearnRequest, 'file'> {
  readonly accept?: string | true;
  readonly json?: boolean;
}

/** `pyx drift --learn FILE`: drafts a target file. Returns the exit code: 1 if a node was lost, else 0. */
export async function learnCommand(file: string, flags: LearnFlags): Promise<number> {
  if (flags.accept !== undefined)
    throw new UsageError('--accept and --learn exclude each other', { remedy: 'learn a target file first, then accept into it' });
  if (flags.standard !== undefined)
    throw new UsageError('--learn drafts a target file by the documented service, and --standard names another one', {
      remedy: 'leave one of them out',
    });
  const results = await learnTargetFile({ ...flags, file });
  if (flags.json === true) printJson(process.stdout, results);
  else printLearnt(results);
  return results.exitCode;
}

function printLearnt({ file, target, names, absent, wanted, checked, doubts }: LearnResults): void {
  const { cases, failed, durationMs } = checked;
  const print = (line: string): void => printLine(process.stdout, line);
  for (const one of names) print(`name: ${spokenText(one)}`);
  for (const { option, reason } of wanted) print(`start option ${option}: ${reason}`);
  for (const doubt of doubts) print(`doubtful: ${doubt}`);
  print(`checked by the first ${counted(cases, 'case')} of the suites in ${duration(durationMs)}; ${failed} failed`);
  print(`${file}: ${counted(absent.length, 'method')} absent, ${counted(wanted.length, 'start option')} wanted`);
  // As docs/drift.md describes it: what is accepted before it is tried would hide what a draft has wrong.
  const again = shellCommand(['--target', target, '--target-file', file]);
  print(`Next: read it, then ${pyxCommand(['run'])} ${again}`);
  print(`and when its findings are understood, ${pyxCommand(['drift'])} ${again} --accept`);
}
