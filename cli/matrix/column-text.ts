import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { journalFile } from '../../engine/conduct.ts';
import { readTargetFile, targetsFolder } from '../../engine/target-file.ts';
import { assertTargetForm } from '../../fixtures/targets/open-target.ts';
import { TargetError } from '../../fixtures/targets/types.ts';
import { kindOfPath } from '../../specs/model/user-file.ts';
import { UsageError } from '../usage-error.ts';

/** What a column of a matrix shows: a target that is to be tried, or the folder of an earlier run. */
export type ColumnText = { readonly label?: string } & (
  | { readonly source: 'folder'; readonly folder: string }
  | { readonly source: 'target'; readonly target: string; readonly targetFile?: string }
);

/**
 * A column as users name it: the folder of a run, or a target, which may have a target file after `@`; either may have a label before
 * `=`: `new=process:build/acmed@acme.yaml`. Throws `UsageError` and `TargetFileError`.
 */
export function columnText(text: string): ColumnText {
  const [, label, rest = ''] = kindOfPath(text) === 'folder' ? [] : (/^([^=:/\\@]+)=(.+)$/s.exec(text) ?? []);
  const named = label === undefined ? text : rest;
  const more = label === undefined ? {} : { label: label.trim() };
  if (kindOfPath(named) === 'folder') return { ...more, source: 'folder', folder: runFolder(named) };
  const at = named.lastIndexOf('@');
  const [target, targetFile] = at > 0 && isTargetFile(named.slice(at + 1)) ? [named.slice(0, at), named.slice(at + 1)] : [named];
  if (targetFile !== undefined && kindOfPath(target) === 'folder')
    throw new UsageError(`${target} is the folder of a run, which has its target file`, {
      remedy: `leave out @${targetFile}; pyx report --rejudge judges a run by another one`,
    });
  assertTarget(target);
  if (targetFile === undefined) return { ...more, source: 'target', target };
  if (targetFile !== 'none') readTargetFile(targetFile);
  return { ...more, source: 'target', target, targetFile };
}

/** What follows the last `@`: a digest of an image and the host of an address are no target files. */
const isTargetFile = (text: string): boolean =>
  text === 'none' || /\.ya?ml$/i.test(text) || (/^[\w.-]+$/.test(text) && existsSync(join(targetsFolder(), `${text}.yaml`)));

function runFolder(folder: string): string {
  if (existsSync(journalFile(folder))) return folder;
  throw new UsageError(`${folder} has no journal.jsonl`, { remedy: `name the output folder of a run${runsInside(folder)}` });
}

/** A gate and several seeds have runs inside. */
const runsInside = (folder: string): string =>
  existsSync(join(folder, 'gate.json')) ? `, such as ${join(folder, 'run-1')} of this gate` : '';

function assertTarget(target: string): void {
  try {
    assertTargetForm(target);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw new UsageError(`${error.message}, or the output folder of a run`, { cause: error });
  }
}
