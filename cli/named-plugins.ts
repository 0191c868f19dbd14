import { readTargetFile, TargetFileError } from '../engine/target-file.ts';
import { loadPlugins } from '../plugins/load-plugins.ts';

/** The options of a command that name plug-ins, and files that name some. */
export interface PluginFlags {
  readonly plugin?: readonly string[];
  readonly targetFile?: string;
  readonly targetFileA?: string;
  readonly targetFileB?: string;
}

/**
 * Loads the plug-ins of a command, and those of the target files that it names, before anything is planned. Throws `PluginError` and
 * `TargetFileError`.
 */
export async function loadNamedPlugins({ plugin = [], targetFile, targetFileA, targetFileB }: PluginFlags): Promise<void> {
  const files = [targetFile, targetFileA, targetFileB].filter((file) => file !== undefined && file !== 'none');
  await loadPlugins([...plugin, ...files.flatMap((file) => readTargetFile(file!).plugins ?? [])]);
}

/** Loads the plug-ins of a file that is checked, if it is a target file. What is wrong with it is for its check to report. */
export async function loadPluginsOf(file: string): Promise<void> {
  let named: readonly string[] = [];
  try {
    named = readTargetFile(file).plugins ?? [];
  } catch (error) {
    if (!(error instanceof TargetFileError)) throw error;
  }
  await loadPlugins(named);
}
