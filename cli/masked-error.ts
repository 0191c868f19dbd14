import type { Secrets } from '../client/mask.ts';
import { UserError } from '../specs/model/user-error.ts';

/** The same error with the secrets of a run masked in all its texts: a node may echo what it was sent. */
export function maskedError(error: unknown, secrets: Secrets): unknown {
  if (!(error instanceof Error)) return error;
  error.message = secrets.mask(error.message);
  if (error.stack !== undefined) error.stack = secrets.mask(error.stack);
  if (error instanceof UserError) {
    const { details, remedy } = error;
    Object.assign(error, { details: details.map((line) => secrets.mask(line)), remedy: remedy && secrets.mask(remedy) });
  }
  return error;
}
