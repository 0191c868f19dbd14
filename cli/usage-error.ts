/** What the user asked for cannot be done; the message says why and what would work. Ends the program with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Errors whose message is meant for the user: no stack is shown for them. */
const forUsers = new Set([
  'UsageError', 'SelectionError', 'TargetError', 'TargetFileError', 'RefusedError', 'CredentialsError', 'AddressError', 'SpecError', 'JournalError', 'KnownFileError',
]);

export function isForUser(error: unknown): error is Error {
  return error instanceof Error && forUsers.has(error.name);
}
