import { Acceptances } from '../../engine/acceptance.ts';
import { readAcceptedFile, readTargetFile } from '../../engine/target-file.ts';
import type { KnownDifference, ListedDifferences } from './agreement.ts';
import { isObject } from '../../specs/model/resolve.ts';
import { quotedNames } from '../../specs/model/plausible-name.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { UserFileError } from '../../specs/model/user-file.ts';
import { parseYamlText, readYamlContent, YamlTextError } from '../../specs/model/yaml-text.ts';

/** The file of known differences cannot be used. */
export class KnownFileError extends UserError {
  override readonly name = 'KnownFileError';
}

/**
 * Reads the accepted differences of two nodes: a list of entries, a target file with one, or a list that an earlier release wrote.
 * `today` has the form `2026-11-20`. Throws `KnownFileError` or `TargetFileError`.
 */
export function readKnownFile(file: string, today: string): ListedDifferences {
  const data = readData(file);
  if (isObject(data) && 'accepted' in data) return { listed: new Acceptances(readTargetFile(file).accepted ?? [], today) };
  if (Array.isArray(data) && data.some((item) => isObject(item) && 'what' in item))
    return { listed: new Acceptances(readAcceptedFile(file), today) };
  return { known: knownIn(data, file) };
}

function readData(file: string): unknown {
  try {
    return parseYamlText(readYamlContent(file)).data;
  } catch (error) {
    if (!(error instanceof UserFileError || error instanceof YamlTextError)) throw error;
    throw new KnownFileError(`--known ${file}: ${error instanceof UserFileError ? error.reason : error.message}`, {
      remedy: 'name a list of { what, why }',
      cause: error,
    });
  }
}

/** A list in the form of earlier releases. */
function knownIn(data: unknown, file: string): KnownDifference[] {
  if (!Array.isArray(data)) throw new KnownFileError(`--known ${file}: expected a list of { what, why }`);
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
