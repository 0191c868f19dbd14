import { namesText, type Names } from '../specs/model/names.ts';
import { pyxCommand } from './shell-command.ts';

export interface ReplayOptions {
  /** The target, without credentials, which come from the environment. */
  readonly target: string;
  readonly seed: number;
  /** The value of `--target-file`; undefined if the file was chosen by the node's subversion. */
  readonly targetFile?: string | undefined;
  readonly names?: Names | undefined;
  /** The value of `--standard`; undefined for the standard that comes with Pyx. */
  readonly standard?: string | undefined;
  /** The values of `--plugin`. */
  readonly plugins?: readonly string[] | undefined;
  readonly readOnly?: boolean;
  readonly stress?: boolean | undefined;
  /** Further options that the case depends on. */
  readonly options?: readonly string[] | undefined;
}

/** The shell command that runs one case again in the same way. */
export function replayCommand(
  caseId: string,
  { target, seed, targetFile, names, standard, plugins = [], readOnly, stress, options = [] }: ReplayOptions,
): string {
  const words = ['run', '--target', target, '--case', caseId, '--seed', String(seed), ...options];
  if (standard !== undefined) words.push('--standard', standard);
  for (const plugin of plugins) words.push('--plugin', plugin);
  if (targetFile !== undefined) words.push('--target-file', targetFile);
  const own = namesText(names);
  if (own !== '') words.push('--names', own);
  if (readOnly === true) words.push('--read-only');
  if (stress === true) words.push('--stress');
  return pyxCommand(words);
}
