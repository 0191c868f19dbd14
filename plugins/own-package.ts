import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { specsFolder } from '../specs/model/specs-folder.ts';

type Resolve = (specifier: string, context: object, next: (specifier: string, context?: object) => unknown) => unknown;

/** Node 22.15 and later. */
const { registerHooks } = nodeModule as { readonly registerHooks?: (hooks: { readonly resolve: Resolve }) => unknown };

let isDone = false;

/**
 * From now on `import … from 'pyx'` is the package of the running program, wherever the module is: a plug-in beside no `node_modules`
 * loads, and none gets the functions of another release.
 */
export function importOwnPackage(): void {
  if (isDone) return;
  isDone = true;
  const parentURL = pathToFileURL(join(specsFolder(), '../package.json')).href;
  if (registerHooks) {
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'pyx' || specifier.startsWith('pyx/') ? next(specifier, { ...context, parentURL }) : next(specifier, context),
    });
    return;
  }
  // Runs in a thread of its own, so that it cannot be a function of this one.
  const hook = `export const resolve = (specifier, context, next) =>
  specifier === 'pyx' || specifier.startsWith('pyx/') ? next(specifier, { ...context, parentURL: ${JSON.stringify(parentURL)} }) : next(specifier, context);`;
  nodeModule.register(`data:text/javascript,${encodeURIComponent(hook)}`);
}
