import type { Secrets } from '../client/mask.ts';

/** The same error with the secrets of a run masked in all that is shown of it: a node may echo what it was sent. */
export function maskedError(error: unknown, secrets: Secrets): unknown {
  if (!(error instanceof Error)) return error;
  error.message = secrets.mask(error.message);
  if (error.stack !== undefined) error.stack = secrets.mask(error.stack);
  const { lines } = error as { lines?: readonly string[] };
  if (lines !== undefined) Object.assign(error, { lines: lines.map((line) => secrets.mask(line)) });
  return error;
}
