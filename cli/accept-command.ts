import { existsSync } from 'node:fs';
import { Acceptances, UNEXPLAINED } from '../engine/acceptance.ts';
import { isLoss } from '../engine/confirmation.ts';
import { differenceText } from '../engine/difference.ts';
import { extendTargetFile, type FileEdit, type NewEntry } from '../engine/extend-target-file.ts';
import { absentMethods, parseTargetFile, readAcceptedFile, readYamlFile, targetFilePath, type TargetFile } from '../engine/target-file.ts';
import type { AcceptableResults } from '../reports/accept/acceptable.ts';
import { choicesOf, entriesOf, type Choice } from '../reports/accept/choices.ts';
import { readAcceptable } from '../reports/accept/read-acceptable.ts';
import { counted } from '../reports/format.ts';
import { lineDiff } from '../reports/line-diff.ts';
import { printJson, printLine, printLines } from '../reports/print.ts';
import { decide, type Decided } from './accept-dialog.ts';
import { migrateCommand } from './migrate-command.ts';
import { assertOwnTargetFile } from './own-target-file.ts';
import { canAsk, withQuestions } from './questions.ts';
import { schemaLine } from './schema-line.ts';
import { UsageError } from './usage-error.ts';
import { writeOutput } from './write-output.ts';

/** The options of `pyx accept` as commander gives them. */
export interface AcceptFlags {
  readonly targetFile?: string;
  readonly all?: boolean;
  readonly why?: string;
  readonly only?: string;
  readonly migrate?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `pyx accept DIR…`: takes findings of any command into a target file. Returns the exit code. */
export async function acceptCommand(dirs: readonly string[], flags: AcceptFlags): Promise<number> {
  if (flags.migrate !== undefined) return migrateCommand(flags.migrate, dirs, flags.dryRun === true);
  if (dirs.length === 0)
    throw new UsageError('no results are named', { remedy: 'name output folders of pyx run, fuzz, drift, diff or gate' });
  const results = (await Promise.all(dirs.map(readAcceptable))).flat();
  const file = flags.targetFile === undefined ? fileOf(results) : targetFilePath(flags.targetFile);
  assertOwnTargetFile('pyx accept', file);
  const known = knownIn(file);
  const choices = choicesOf(results, { only: flags.only, ...known });
  const { taken, losses } = flags.all === true && flags.only === undefined ? withoutLosses(choices) : { taken: choices, losses: [] };
  const decided =
    flags.all === true ? { accepted: taken.map((choice) => ({ ...choice, why: flags.why })), skipped: 0 } : await ask(choices, flags);
  const entries = decided.accepted.flatMap(({ why, ...choice }) => entriesOf(choice, why));
  const absent = decided.accepted.flatMap((choice) => choice.absent);
  const isNew = !existsSync(file);
  const edits =
    entries.length + absent.length === 0
      ? []
      : extendTargetFile(file, { entries, absent, absentReason: flags.why }, beginOf(file, results));
  if (flags.dryRun !== true) for (const edit of edits) writeOutput(edit.file, edit.after);
  report(file, { isNew, edits, entries, absent, decided, left: [...new Set([...losses, ...results.flatMap(({ left }) => left)])] }, flags);
  return 0;
}

/** The choices but for losses of a node, which nobody accepts unread, and these as texts. */
function withoutLosses(choices: readonly Choice[]): { readonly taken: readonly Choice[]; readonly losses: readonly string[] } {
  const lost = choices.flatMap(({ differences }) => differences.filter(({ check }) => isLoss(check)));
  return {
    taken: choices.flatMap((choice) => {
      const differences = choice.differences.filter(({ check }) => !isLoss(check));
      return differences.length + choice.absent.length === 0 ? [] : [{ ...choice, differences }];
    }),
    losses: lost.map((what) => `${differenceText(what)}: the node was lost; accept it one by one, or by --only '${differenceText(what)}'`),
  };
}

/** The target file of the results. Throws `UsageError` if they have none, or several. */
function fileOf(results: readonly AcceptableResults[]): string {
  const files = [...new Set(results.flatMap(({ targetFile }) => targetFile ?? []))];
  const [file] = files;
  if (files.length > 1)
    throw new UsageError(`the results are of several target files: ${files.join(', ')}`, { remedy: 'name one by --target-file' });
  if (file === undefined)
    throw new UsageError('the results are of no target file', { remedy: 'name one by --target-file; it is written if it does not exist' });
  if (!existsSync(file))
    throw new UsageError(`the target file of the results, ${file}, is not there`, { remedy: 'name it by --target-file' });
  return file;
}

/** What a file accepts already. */
function knownIn(file: string): { readonly accepted: Acceptances; readonly absent: ReadonlySet<string> } {
  const today = new Date().toISOString().slice(0, 10);
  if (!existsSync(file)) return { accepted: new Acceptances([], today), absent: new Set() };
  const { content, data } = readYamlFile(file);
  const target: Pick<TargetFile, 'accepted' | 'absent'> = Array.isArray(data)
    ? { accepted: readAcceptedFile(file) }
    : parseTargetFile(content, file);
  return { accepted: new Acceptances(target.accepted ?? [], today), absent: new Set(absentMethods(target).keys()) };
}

/** The first lines of a target file that does not exist yet. */
function beginOf(file: string, results: readonly AcceptableResults[]): string {
  const subversion = results.find((one) => one.subversion !== '')?.subversion ?? '';
  const name = subversion.replace(/^\/|\/$/g, '').replace(':', ' ') || 'A release';
  return `${schemaLine(file, 'target')}name: ${JSON.stringify(name)}\n`;
}

/** Shows the choices one by one. Throws `UsageError` without a terminal, and `InterruptedError` at its end. */
async function ask(choices: readonly Choice[], { why }: AcceptFlags): Promise<Decided> {
  if (choices.length === 0) return { accepted: [], skipped: 0 };
  if (!canAsk())
    throw new UsageError('pyx accept asks in a terminal, and standard input is none', {
      remedy: 'accept all by --all, or a part by --all --only PATTERN',
    });
  return withQuestions((answer) => decide(choices, { usual: why, stream: process.stdout, answer }));
}

interface Outcome {
  /** The file did not exist before. */
  readonly isNew: boolean;
  readonly edits: readonly FileEdit[];
  readonly entries: readonly NewEntry[];
  readonly absent: readonly string[];
  readonly decided: Decided;
  readonly left: readonly string[];
}

function report(file: string, { isNew, edits, entries, absent, decided, left }: Outcome, { json, dryRun }: AcceptFlags): void {
  const unexplained = entries.filter(({ why }) => why === undefined || why === UNEXPLAINED).length;
  const differences = entries.reduce((sum, entry) => sum + entry.differences.length, 0);
  if (json === true) {
    printJson(process.stdout, {
      exitCode: 0,
      file,
      written: dryRun === true ? [] : edits.map((edit) => edit.file),
      entries: entries.length,
      differences,
      absent,
      unexplained,
      skipped: decided.skipped,
      left,
    });
    return;
  }
  if (dryRun === true) for (const edit of edits) printLines(process.stdout, lineDiff(edit.file, edit.before, edit.after));
  for (const text of left) printLine(process.stderr, `not accepted: ${text}`);
  const done = dryRun === true ? 'would be accepted' : 'accepted';
  const parts = [
    `${counted(differences, 'difference')} ${done} by ${counted(entries.length, 'entry', 'entries')}`,
    ...(absent.length > 0 ? [`${counted(absent.length, 'method')} listed as absent`] : []),
    ...(unexplained > 0 ? [`${unexplained} not explained yet`] : []),
    ...(decided.skipped > 0 ? [`${decided.skipped} skipped`] : []),
  ];
  const nothing = decided.skipped > 0 ? `nothing accepted, ${decided.skipped} skipped` : 'nothing to accept';
  printLine(
    dryRun === true ? process.stderr : process.stdout,
    edits.length === 0 ? `${nothing}: ${file} is ${isNew ? 'not begun' : 'as it was'}` : `${file}: ${parts.join(', ')}`,
  );
  // Nothing reads a new file by itself.
  if (isNew && edits.length > 0 && dryRun !== true)
    printLine(
      process.stdout,
      `next: name it where the release is tried, by --target-file ${file} or by "targetFile: ${file}" in the policy`,
    );
}
