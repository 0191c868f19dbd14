import { relative } from 'node:path';
import { UserError } from '../specs/model/user-error.ts';

/** A plug-in cannot be loaded, or adds what exists. */
export class PluginError extends UserError {
  override readonly name = 'PluginError';
}

/** A path as messages show it: relative to the working directory if it is below it. */
export function shownPath(path: string): string {
  const below = relative(process.cwd(), path);
  return below.startsWith('..') ? path : below;
}
