import { namesText, type Names } from '../specs/model/names.ts';
import { pyxCommand } from './shell-command.ts';

/** A plug-in that a program has registered as an object: its module is not known. */
export interface GivenPlugin {
  readonly name: string;
  /** Its kinds of targets, by what their values begin with. */
  readonly targets?: readonly { readonly prefix: string }[] | undefined;
  /** Values for arguments of any method. */
  readonly kinds?: object | undefined;
}

export interface ReplayOptions {
  /** The target, without credentials, which come from the environment. */
  readonly target: string;
  readonly seed: number;
  /** The value of `--target-file`; undefined if the file was chosen by the node's subversion. */
  readonly targetFile?: string | undefined;
  readonly names?: Names | undefined;
  /** The value of `--standard`; undefined for the standard that comes with Pyx. */
  readonly standard?: string | undefined;
  /** The values of `--plugin`; for an object the user has to name its module. */
  readonly plugins?: readonly (string | GivenPlugin)[] | undefined;
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
  for (const plugin of plugins) words.push(...pluginWords(plugin, caseId, target));
  if (targetFile !== undefined) words.push('--target-file', targetFile);
  const own = namesText(names);
  if (own !== '') words.push('--names', own);
  if (readOnly === true) words.push('--read-only');
  if (stress === true) words.push('--stress');
  return pyxCommand(words);
}

/** An object is named only where the case needs it: the command cannot be used before its file is put in. */
function pluginWords(plugin: string | GivenPlugin, caseId: string, target: string): string[] {
  if (typeof plugin === 'string') return ['--plugin', plugin];
  const { name, targets = [], kinds } = plugin;
  const isNeeded = caseId.startsWith(`${name}/`) || kinds !== undefined || targets.some(({ prefix }) => target.startsWith(prefix));
  return isNeeded ? ['--plugin', `<file of the plug-in ${name}>`] : [];
}
