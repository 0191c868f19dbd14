import { join } from 'node:path';
import type { FaultResult } from '../../engine/selfcheck-results.ts';
import { matcher } from '../../engine/pattern.ts';
import { specsFolder } from '../../specs/model/specs-folder.ts';
import { quotedNames } from '../../specs/model/plausible-name.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { UserFileError } from '../../specs/model/user-file.ts';
import { parseYamlText, readYamlContent, YamlTextError } from '../../specs/model/yaml-text.ts';

/** Faults that no case can find, with the reason. */
export interface Exception {
  /** Id of a fault; `*` matches any text. */
  readonly faults: string;
  readonly reason: string;
  /** Whether a fault is found depends on the seed. */
  readonly seeds?: 'some';
}

/** The list of exceptions cannot be used. */
export class ExceptionsFileError extends UserError {
  override readonly name = 'ExceptionsFileError';
}

/** The list that comes with Pyx, for coind. */
export const exceptionsFile = (): string => join(specsFolder(), '../suites/selfcheck/exceptions.yaml');

/** Reads a list of exceptions. Throws `ExceptionsFileError`. */
export function readExceptions(file: string): Exception[] {
  return readExceptionItems(file, ['faults', 'reason', 'seeds'], ({ faults, reason, seeds }, refuse) => {
    if (!isText(faults) || !isText(reason)) return refuse('must have faults and a reason');
    if (seeds !== undefined && seeds !== 'some')
      return refuse('has seeds other than "some"; omit seeds if the fault is missed with every seed');
    return { faults, reason, ...(seeds !== undefined && { seeds }) };
  });
}

/**
 * Reads a list whose entries have some of these members. `read` makes an entry, or refuses it with what is wrong with it, after
 * "entry 3". Throws `ExceptionsFileError`.
 */
export function readExceptionItems<T>(
  file: string,
  members: readonly string[],
  read: (item: Readonly<Record<string, unknown>>, refuse: (why: string) => never) => T,
): T[] {
  let data: unknown;
  try {
    data = parseYamlText(readYamlContent(file)).data;
  } catch (error) {
    if (!(error instanceof UserFileError || error instanceof YamlTextError)) throw error;
    throw new ExceptionsFileError(`--exceptions ${file}: ${error instanceof UserFileError ? error.reason : error.message}`, {
      remedy: `name a list of { ${members.join(', ')} }`,
      cause: error,
    });
  }
  if (data === null) return []; // only comments
  if (!Array.isArray(data)) throw new ExceptionsFileError(`--exceptions ${file}: expected a list of { ${members.join(', ')} }`);
  return data.map((item: unknown, index) => {
    const refuse = (why: string): never => {
      throw new ExceptionsFileError(`--exceptions ${file}: entry ${index + 1} ${why}`);
    };
    const entry = (item ?? {}) as Record<string, unknown>;
    const unknown = Object.keys(entry).filter((name) => !members.includes(name));
    if (unknown.length > 0) return refuse(`has ${quotedNames(unknown)}; expected only ${members.join(', ')}`);
    return read(entry, refuse);
  });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The reason why a fault cannot be found; undefined if it is not in the list. */
export function exceptionOf(exceptions: readonly Exception[], id: string): string | undefined {
  return exceptions.find(({ faults }) => matcher(faults)(id))?.reason;
}

/**
 * What is wrong with the list after a run: entries of which a fault was found, or that match no fault. `all`: ids of all
 * faults of the target, also of those that were not attempted.
 */
export function staleExceptions(exceptions: readonly Exception[], all: readonly string[], results: readonly FaultResult[]): string[] {
  return exceptions.flatMap(({ faults, seeds }) => {
    const matches = matcher(faults);
    if (!all.some(matches)) return [`"${faults}" matches no fault: correct or remove it`];
    const found = results.filter(({ id, status }) => status === 'found' && matches(id));
    if (seeds === 'some' || found.length === 0) return [];
    return [`"${faults}" is found: remove ${found.map(({ id }) => id).join(', ')} from the list`];
  });
}
