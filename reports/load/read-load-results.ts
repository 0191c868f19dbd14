import type { LoadResults } from '../../load/results.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { readResultsFile } from '../read-results-file.ts';
import schema from './load-results.schema.json' with { type: 'json' };

/** A file does not hold the results of a load; the message is for the user. */
export class LoadResultsError extends UserError {
  override readonly name = 'LoadResultsError';
}

/** Reads the results of a load from a `results.json`, or from the folder that holds it. Throws `LoadResultsError`. */
export function readLoadResults(fileOrFolder: string): LoadResults {
  return readResultsFile(fileOrFolder, {
    name: 'results.json',
    kind: 'load',
    what: 'the results of a load',
    schema,
    remedy: 'name a results.json that pyx load has written, or its folder',
    otherVersion: 'read it with that version, or measure again',
    error: (problem, options) => new LoadResultsError(problem, options),
  }) as LoadResults;
}
