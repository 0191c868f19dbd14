import type { MutationResults } from '../../engine/mutation-results.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { readResultsFile } from '../read-results-file.ts';
import schema from './mutation.schema.json' with { type: 'json' };

/** A file does not hold the results of mutants of a source; the message is for the user. */
export class MutationResultsError extends UserError {
  override readonly name = 'MutationResultsError';
}

/** Reads what became of mutants from a `mutation.json`, or from the folder that holds it. Throws `MutationResultsError`. */
export function readMutationResults(fileOrFolder: string): MutationResults {
  return readResultsFile(fileOrFolder, {
    name: 'mutation.json',
    kind: 'mutation',
    what: 'the results of mutants of a source',
    schema,
    remedy: 'name a mutation.json that pyx selfcheck --source has written, or its folder',
    otherVersion: 'run it again without --incremental',
    error: (problem, options) => new MutationResultsError(`--incremental ${problem}`, options),
  }) as MutationResults;
}
