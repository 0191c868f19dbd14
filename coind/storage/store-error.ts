/** The data of a node cannot be read or written. The message is one sentence for the user, with the remedy. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The reason of a failed system call without the name of the call: `no space left on device`. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^[A-Z0-9]+: (.*?)(?:, \w+(?: '.*)?)?$/s.exec(message)?.[1] ?? message;
}
