import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { LoadResults } from '../../load/results.ts';
import { UserError } from '../../specs/model/user-error.ts';
import schema from './load-results.schema.json' with { type: 'json' };

/** A file does not hold the results of a load; the message is for the user. */
export class LoadResultsError extends UserError {
  override readonly name = 'LoadResultsError';
}

const REMEDY = 'name a results.json that pyx load has written, or its folder';
let validate: ValidateFunction | undefined;

/** Reads the results of a load from a `results.json`, or from the folder that holds it. Throws `LoadResultsError`. */
export function readLoadResults(fileOrFolder: string): LoadResults {
  const file =
    statSync(fileOrFolder, { throwIfNoEntry: false })?.isDirectory() === true ? join(fileOrFolder, 'results.json') : fileOrFolder;
  const fail = (problem: string, remedy = REMEDY, cause?: unknown): never => {
    throw new LoadResultsError(`${file}: ${problem}`, { remedy, cause });
  };
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return fail(`is not JSON (${error.message})`, REMEDY, error);
    const { code, message } = error as NodeJS.ErrnoException;
    return fail(code === 'ENOENT' ? 'does not exist' : message, REMEDY, error);
  }
  const { kind, pyx } = (typeof data === 'object' && data !== null ? data : {}) as { readonly kind?: unknown; readonly pyx?: unknown };
  if (kind !== 'load') {
    // Results of a trial have no kind.
    const found = typeof pyx !== 'string' ? 'something else' : kind === undefined ? 'those of a trial' : `those of pyx ${String(kind)}`;
    return fail(`expected the results of a load, found ${found}`);
  }
  validate ??= new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
  }).compile(schema);
  if (!validate(data)) {
    const [problem] = validate.errors ?? [];
    return fail(
      `does not have the form of load results: ${problem?.instancePath || 'the whole'} ${problem?.message ?? ''}`,
      `it was written by pyx ${String(pyx)}: read it with that version, or measure again`,
    );
  }
  return data as LoadResults;
}
