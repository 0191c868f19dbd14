import type { KnownDifference } from './agreement.ts';
import { quotedNames } from '../../specs/model/plausible-name.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { UserFileError } from '../../specs/model/user-file.ts';
import { parseYamlText, readYamlContent, YamlTextError } from '../../specs/model/yaml-text.ts';

/** The file of known differences cannot be used. */
export class KnownFileError extends UserError {
  override readonly name = 'KnownFileError';
}

/** Reads a list of known differences. Throws `KnownFileError`. */
export function readKnownFile(file: string): KnownDifference[] {
  let data: unknown;
  try {
    data = parseYamlText(readYamlContent(file)).data;
  } catch (error) {
    if (!(error instanceof UserFileError || error instanceof YamlTextError)) throw error;
    throw new KnownFileError(`--known ${file}: ${error instanceof UserFileError ? error.reason : error.message}`, {
      remedy: 'name a list of { cases, reason }',
      cause: error,
    });
  }
  if (!Array.isArray(data)) throw new KnownFileError(`--known ${file}: expected a list of { cases, reason }`);
  return data.map((item: unknown, index) => {
    const { cases, difference, reason, seeds, ...others } = (item ?? {}) as Record<string, unknown>;
    const refuse = (why: string): never => {
      throw new KnownFileError(`--known ${file}: entry ${index + 1} ${why}`);
    };
    const unknown = Object.keys(others);
    if (unknown.length > 0) return refuse(`has ${quotedNames(unknown)}; expected only cases, reason, difference and seeds`);
    if (!isText(cases) || !isText(reason)) return refuse('must have cases and a reason');
    if (difference !== undefined && !isText(difference))
      return refuse('has a difference that is not a pattern, such as "error -8 · a result"');
    if (seeds !== undefined && seeds !== 'some')
      return refuse('has seeds other than "some"; omit seeds if the difference occurs with every seed');
    return { cases, reason, ...(difference !== undefined && { difference }), ...(seeds !== undefined && { seeds }) };
  });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
