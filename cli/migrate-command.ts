import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { extendTargetFile } from '../engine/extend-target-file.ts';
import { writeBaseline, type Baseline } from '../engine/baseline-file.ts';
import { journalFile } from '../engine/conduct.ts';
import { readJournal } from '../engine/journal.ts';
import { migrateDrift } from '../engine/migrate-drift.ts';
import { migrateWaivers, type Waived } from '../engine/migrate-waivers.ts';
import { driftFileOf, readMembers, readYamlFile, targetFilePath, type AcceptedDrift } from '../engine/target-file.ts';
import { readDiff } from '../reports/accept/read-acceptable.ts';
import { whatIn } from '../reports/entry-block.ts';
import { counted } from '../reports/format.ts';
import { lineDiff } from '../reports/line-diff.ts';
import { printLine, printLines } from '../reports/print.ts';
import { assertOwnTargetFile } from './own-target-file.ts';
import { UsageError } from './usage-error.ts';
import { writeOutput } from './write-output.ts';

/**
 * `pyx accept --migrate FILE DIR…`: moves the waivers of a target file or a policy, by what they accepted in these runs, and the accepted
 * drift beside it to `accepted`. Returns the exit code: 1 if waivers are left.
 */
export async function migrateCommand(nameOrFile: string, dirs: readonly string[], dryRun: boolean): Promise<number> {
  const file = targetFilePath(nameOrFile);
  assertOwnTargetFile('pyx accept', file);
  const before = readYamlFile(file).content;
  const { waived, seen } = await waivedIn(dirs);
  const { content, moved, left } = migrateWaivers(before, waived, seen);
  const isTarget = !Array.isArray(readYamlFile(file).data);
  const drift = isTarget ? driftBeside(file) : undefined;
  const { entries, left: leftDrift } = migrateDrift(drift?.drift ?? []);
  if (dryRun) printLines(process.stdout, lineDiff(file, before, content));
  else {
    if (content !== before) writeOutput(file, content);
    for (const edit of extendTargetFile(file, { entries, absent: [] })) writeOutput(edit.file, edit.after);
    if (drift) finishDrift(file, drift, leftDrift);
  }
  for (const cases of left)
    printLine(
      process.stderr,
      `not moved: the waiver "${cases}" has accepted nothing in these results; name results that need it, or remove it`,
    );
  for (const { change, reason } of leftDrift)
    printLine(process.stderr, `not moved: the drift ${change} (${reason}): pyx drift --accept adds it`);
  if (!isTarget && left.length > 0) printLine(process.stderr, 'a list has one form: none of its entries is moved unless all are');
  const moves = `${counted(moved, 'waiver')} and ${counted(entries.length, 'entry', 'entries')} of drift`;
  printLine(dryRun ? process.stderr : process.stdout, `${file}: ${moves} ${dryRun ? 'would be moved' : 'moved'} to accepted`);
  return left.length + leftDrift.length > 0 ? 1 : 0;
}

/** What waivers have accepted in runs, and the release that was tried. Throws `UsageError` for a folder without a run. */
async function waivedIn(dirs: readonly string[]): Promise<{ readonly waived: Waived[]; readonly seen: string | undefined }> {
  const waived: Waived[] = [];
  let seen: string | undefined;
  for (const dir of dirs) {
    if (existsSync(join(dir, 'diff.json'))) {
      waived.push(...differingIn(dir));
      continue;
    }
    if (!existsSync(journalFile(dir)))
      throw new UsageError(`--migrate: ${dir} has no journal.jsonl or diff.json`, {
        remedy: 'name the output folders of runs or comparisons with this file',
      });
    for await (const line of readJournal(journalFile(dir))) {
      if (line.t === 'start' && line.target.subversion !== '') seen = line.target.subversion;
      if (line.t !== 'outcome') continue;
      for (const { waiver, difference, path = '', check } of line.findings)
        if (waiver !== undefined && difference) waived.push({ caseId: line.id, path, check, difference });
    }
  }
  return { waived, seen };
}

/** What a list for two nodes has accepted in a comparison. */
function differingIn(dir: string): Waived[] {
  return readDiff(dir).disagreements.flatMap(({ id, difference: text, differences = [], reason }) =>
    reason === undefined ? [] : differences.map((what) => ({ caseId: id, path: '', check: what.check, text, difference: whatIn(what) })),
  );
}

interface DriftFile extends Pick<Baseline, 'errors' | 'errorsSeed'> {
  readonly drift?: readonly AcceptedDrift[];
}

const driftBeside = (file: string): DriftFile | undefined =>
  existsSync(driftFileOf(file)) ? (readMembers(driftFileOf(file)) as DriftFile) : undefined;

/** Refusals are a part of the baseline. What could not be moved stays in the file. */
function finishDrift(file: string, { errors, errorsSeed }: DriftFile, left: readonly AcceptedDrift[]): void {
  writeBaseline(file, { ...(errors && { errors }), ...(errorsSeed !== undefined && { errorsSeed }) });
  if (left.length === 0) rmSync(driftFileOf(file));
  else writeOutput(driftFileOf(file), stringify({ drift: left }));
}
