import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { KnownDifference } from './agreement.ts';

/** The file of known differences cannot be used; the message is for the user. */
export class KnownFileError extends Error {
  override readonly name = 'KnownFileError';
}

/** Reads a list of `{ cases, reason }`. Throws `KnownFileError`. */
export function readKnownFile(file: string): KnownDifference[] {
  let data: unknown;
  try {
    data = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new KnownFileError(`--known ${file}: ${(error as Error).message.split('\n', 1)[0]}`);
  }
  if (!Array.isArray(data)) throw new KnownFileError(`--known ${file}: expected a list of { cases, reason }`);
  return data.map((item: unknown, index) => {
    const { cases, reason, ...others } = (item ?? {}) as Record<string, unknown>;
    const strange = Object.keys(others);
    if (typeof cases !== 'string' || typeof reason !== 'string' || reason === '' || strange.length > 0) {
      throw new KnownFileError(`--known ${file}: entry ${index + 1} must hold cases and a reason, and nothing else${strange.length > 0 ? ` (it has ${strange.join(', ')})` : ''}`);
    }
    return { cases, reason };
  });
}
