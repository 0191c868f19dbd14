import { completeNames, parseNames, type Names } from '../specs/model/names.ts';
import { UsageError } from './usage-error.ts';

/** The value of `--names`, or the names of a policy. Throws `UsageError`. */
export function parsedNames(names: string | { readonly [brand: string]: string }): Names {
  try {
    return typeof names === 'string' ? parseNames(names) : completeNames(names);
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
