import type { SelfcheckResults } from '../../engine/selfcheck-results.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { readResultsFile } from '../read-results-file.ts';
import schema from './selfcheck.schema.json' with { type: 'json' };

/** A file does not hold the results of a selfcheck; the message is for the user. */
export class SelfcheckResultsError extends UserError {
  override readonly name = 'SelfcheckResultsError';
}

/** Reads the results of a selfcheck from a `selfcheck.json`, or from the folder that holds it. Throws `SelfcheckResultsError`. */
export function readSelfcheckResults(fileOrFolder: string): SelfcheckResults {
  return readResultsFile(fileOrFolder, {
    name: 'selfcheck.json',
    kind: 'selfcheck',
    what: 'the results of a selfcheck',
    schema,
    remedy: 'name a selfcheck.json that pyx selfcheck has written, or its folder',
    otherVersion: 'run pyx selfcheck again',
    error: (problem, options) => new SelfcheckResultsError(`--selfcheck ${problem}`, options),
  }) as SelfcheckResults;
}
