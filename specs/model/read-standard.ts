import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { JsonTextError, parseJsonText } from './json-text.ts';
import { loadSpec, type LoadedSpec } from './load.ts';
import { importOpenRpc } from './openrpc/import-openrpc.ts';
import type { Compiled } from './spec.ts';
import { UserError } from './user-error.ts';
import { kindOfPath, readUserFile, UserFileError } from './user-file.ts';

/** A standard that a user names cannot be read. */
export class StandardError extends UserError {
  override readonly name = 'StandardError';
}

/** A specification that was read at run time. */
export interface ReadStandard extends Pick<Compiled, 'spec' | 'branded'> {
  /** As the user named it. */
  readonly name: string;
  readonly kind: 'folder' | 'compiled' | 'openrpc';
  /** What an import could not take over, with its place. */
  readonly leftOut: readonly string[];
}

/**
 * Reads a standard: a folder of method files (one with `methods/` and `edition.yaml`, or one that has it as `standard/`),
 * an OpenRPC document, or a compiled specification (`pyx spec export --compiled`). Throws `StandardError`, `SpecError` or
 * `OpenRpcError`.
 */
export function readStandard(name: string): ReadStandard {
  const path = resolve(name);
  const found = kindOfPath(path);
  if (found === undefined) {
    throw new StandardError(`${name}: no such file or folder`, {
      remedy: 'name a folder of method files (pyx spec init makes one), an OpenRPC document, or a compiled specification',
    });
  }
  if (found === 'folder') return fromFolder(name, path);
  let document: unknown;
  try {
    document = parseJsonText(readUserFile(path));
  } catch (error) {
    if (!(error instanceof UserFileError || error instanceof JsonTextError)) throw error;
    throw new StandardError(`${name}: ${error instanceof UserFileError ? error.reason : error.message}`, {
      remedy: 'a file must be an OpenRPC document or a compiled specification, as JSON',
      cause: error,
    });
  }
  if (isCompiled(document)) return { name, kind: 'compiled', spec: document.spec, branded: document.branded, leftOut: [] };
  return { name, kind: 'openrpc', ...importOpenRpc(document) };
}

function fromFolder(name: string, path: string): ReadStandard {
  const { spec, branded } = loadStandardFolder(name, path);
  return { name, kind: 'folder', spec, branded, leftOut: [] };
}

/** The folder in which the methods of a standard are: the named one, or `standard/` in it. */
export function standardFolder(path: string): string {
  return existsSync(join(path, 'standard', 'methods')) ? join(path, 'standard') : path;
}

/** Loads a standard from a folder, with its files. `name` is for messages. Throws `StandardError` or `SpecError`. */
export function loadStandardFolder(name: string, path = resolve(name)): LoadedSpec {
  const within = standardFolder(path);
  if (!existsSync(join(within, 'methods')))
    throw new StandardError(`${name}: the folder has neither methods/ nor standard/methods/`, {
      remedy: 'pyx spec init makes such a folder',
    });
  const folder = { name: basename(within), complete: false };
  return loadSpec(dirname(within), undefined, folder);
}

function isCompiled(document: unknown): document is Pick<Compiled, 'spec' | 'branded'> {
  const { spec, branded } = (document ?? {}) as { spec?: { methods?: unknown; edition?: unknown }; branded?: unknown };
  return Array.isArray(spec?.methods) && spec.edition !== undefined && Array.isArray(branded);
}
