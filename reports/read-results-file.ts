import { join } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { JsonTextError, parseJsonText } from '../specs/model/json-text.ts';
import { isPlausibleName } from '../specs/model/plausible-name.ts';
import type { UserErrorOptions } from '../specs/model/user-error.ts';
import { kindOfPath, readUserFile, UserFileError } from '../specs/model/user-file.ts';
import { resultsValidator } from './results-validator.ts';

/** A file of results that a command has written. */
export interface ResultsFileForm {
  /** Its name in the folder that the command writes. */
  readonly name: string;
  /** Its member `kind`; undefined if it has none. */
  readonly kind: string | undefined;
  /** `the results of a load` */
  readonly what: string;
  readonly schema: object;
  readonly remedy: string;
  /** What to do with a file of another version, after the version that wrote it. */
  readonly otherVersion: string;
  readonly error: (problem: string, options: UserErrorOptions) => Error;
}

const validators = new WeakMap<object, ValidateFunction>();

/** The results in a file, or in the folder that holds it, of the form that the schema describes. Throws `form.error`. */
export function readResultsFile(fileOrFolder: string, form: ResultsFileForm): unknown {
  const { name, kind, what, schema, remedy, otherVersion, error } = form;
  const file = kindOfPath(fileOrFolder) === 'folder' ? join(fileOrFolder, name) : fileOrFolder;
  const fail = (problem: string, more: UserErrorOptions = {}): never => {
    throw error(`${file}: ${problem}`, { remedy, ...more });
  };
  const data = parsed(file, fail);
  const { kind: found, pyx } = (typeof data === 'object' && data !== null ? data : {}) as {
    readonly kind?: unknown;
    readonly pyx?: unknown;
  };
  if (found !== kind) {
    // Results of a trial have no kind.
    const other =
      typeof pyx !== 'string' || (found !== undefined && !(typeof found === 'string' && isPlausibleName(found)))
        ? 'something else'
        : found === undefined
          ? 'those of a trial'
          : `those of pyx ${String(found)}`;
    return fail(`expected ${what}, found ${other}`);
  }
  const validate = validators.get(schema) ?? resultsValidator(schema);
  validators.set(schema, validate);
  // Before there were versions, version 1 was written.
  const results = { schemaVersion: 1, ...(data as object) };
  if (!validate(results)) {
    const [problem] = validate.errors ?? [];
    return fail(`does not have the form of ${what}: ${problem?.instancePath || 'the whole'} ${problem?.message ?? ''}`, {
      remedy: `it was written by pyx ${String(pyx)}: ${otherVersion}`,
    });
  }
  return results;
}

function parsed(file: string, fail: (problem: string, more?: UserErrorOptions) => never): unknown {
  try {
    return parseJsonText(readUserFile(file));
  } catch (error) {
    if (error instanceof JsonTextError) return fail(error.message, { cause: error });
    if (error instanceof UserFileError) return fail(error.reason, { cause: error });
    throw error;
  }
}
