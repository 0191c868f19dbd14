import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { journalFile } from '../engine/conduct.ts';
import { readJournal, textOf } from '../engine/journal.ts';
import type { StartLine } from '../engine/journal-lines.ts';
import { startLineOf } from '../engine/merge-journals.ts';
import { rejudged } from '../engine/rejudge.ts';
import { replayCommand } from '../engine/replay.ts';
import { assertKnownMethods, readTargetFile, targetsFolder, type TargetFile } from '../engine/target-file.ts';
import { startsNodes } from '../fixtures/targets/open-target.ts';
import { specification as known } from '../specs/model/specification.ts';
import { suiteCases } from '../suites/catalog.ts';
import { DEFAULT_SETTINGS } from '../suites/states/support/settings.ts';
import { chosenStandard } from './chosen-standard.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

export interface RejudgeFlags {
  /** Default: that of the run. */
  readonly targetFile?: string;
  readonly standard?: string;
}

/** Judges the run in a folder again, without a node, and writes its journal to `out`. Throws `UserError`s for files that cannot be read. */
export async function rejudgeRun(folder: string, out: string, { targetFile: asked, standard }: RejudgeFlags): Promise<void> {
  const file = journalFile(resolve(folder));
  const { target, seed, startedAt, command } = await startLineOf(file);
  const { specification, cases: all } = chosenStandard(standard);
  const cases = all(DEFAULT_SETTINGS);
  const targetFile = asked === undefined ? ofRun(target) : asked === 'none' ? undefined : readTargetFile(asked);
  assertKnownMethods(targetFile, (method) => specification.find(method) !== undefined);
  const lines = rejudged(readJournal(file), {
    specification,
    // The run may be one of the standard of Pyx, of which this is another edition.
    cases: standard === undefined ? cases : [...cases, ...suiteCases(known, DEFAULT_SETTINGS).filter(({ suite }) => suite !== 'methods')],
    anyStandard: standard !== undefined,
    targetFile,
    today: new Date().toISOString().slice(0, 10),
    startsNodes: startsNodes(target.name),
    replay:
      seed === null
        ? undefined
        : ({ id, settings }) =>
            replayCommand(id, {
              target: target.name,
              seed,
              targetFile: asked,
              standard,
              readOnly: command.includes('--read-only'),
              stress: command.includes('--stress'),
              options: settings,
            }),
    remark: `the run of ${startedAt} in ${folder}, by ${standard ?? `the standard of Pyx ${version}`} and ${targetFile ? `the target file ${targetFile.file}` : 'no target file'}`,
  });
  const fd = openSync(out, 'w');
  try {
    for await (const line of lines) writeSync(fd, `${textOf(line)}\n`);
  } finally {
    closeSync(fd);
  }
}

/** The target file of a run: at its path, or the built-in one of its name. */
function ofRun({ targetFile }: StartLine['target']): TargetFile | undefined {
  if (targetFile === null) return undefined;
  if (existsSync(targetFile)) return readTargetFile(targetFile);
  const name = basename(targetFile).replace(/\.ya?ml$/, '');
  if (existsSync(`${targetsFolder()}/${name}.yaml`)) return readTargetFile(name);
  throw new UsageError(`--rejudge: the target file of the run, ${targetFile}, does not exist here`, {
    remedy: 'name one with --target-file, or none with --target-file none',
  });
}
