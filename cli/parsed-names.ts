import { parseNames, type Names } from '../specs/model/names.ts';
import { UsageError } from './usage-error.ts';

/** The value of `--names`; undefined where it was not given. Throws `UsageError`. */
export function parsedNames(text: string | undefined): Names | undefined {
  if (text === undefined) return undefined;
  try {
    return parseNames(text);
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
