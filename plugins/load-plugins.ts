import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { kindOfPath } from '../specs/model/user-file.ts';
import type { Plugin } from './plugin.ts';
import { messageOf } from './plugin-cases.ts';
import { importOwnPackage } from './own-package.ts';
import { PluginError, shownPath } from './plugin-error.ts';
import { registerPlugin } from './register-plugin.ts';
import { SourcePlace } from './source-place.ts';

/**
 * Loads modules whose default export is a plug-in, and registers them in their order. Throws `PluginError`, with the line of what is
 * wrong.
 */
export async function loadPlugins(files: readonly string[]): Promise<void> {
  if (files.length > 0) importOwnPackage();
  for (const file of files) {
    const path = resolve(file);
    const place = new SourcePlace(path);
    const module = await moduleAt(path, place);
    if (!('default' in module))
      throw new PluginError(`${place}: the module has no default export`, { remedy: 'export the plug-in: export default { name: … }' });
    registerPlugin(module.default as Plugin, place);
  }
}

async function moduleAt(path: string, place: SourcePlace): Promise<{ readonly default?: unknown }> {
  if (kindOfPath(path) === undefined) throw new PluginError(`the plug-in ${shownPath(path)} does not exist`, { remedy: 'name a module' });
  try {
    return (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
  } catch (error) {
    const { code } = (error ?? {}) as NodeJS.ErrnoException;
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw new PluginError(`${place}: Node ${process.versions.node} does not load such a file`, {
        remedy: 'name a .mjs file; Node 22.18 and later also load .ts',
        cause: error,
      });
    const syntax = error instanceof SyntaxError ? syntaxPlace(path) : undefined;
    throw new PluginError(`${syntax ?? place.ofError(error)}: the plug-in cannot be loaded: ${messageOf(error)}`, { cause: error });
  }
}

/** Where the syntax of a module is wrong: an error of `import()` does not tell. Undefined if it is right: a missing export, for instance. */
function syntaxPlace(path: string): string | undefined {
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' });
  const line = /:(\d+)\r?\n/.exec(stderr)?.[1];
  return line === undefined ? undefined : `${shownPath(path)}:${line}`;
}
