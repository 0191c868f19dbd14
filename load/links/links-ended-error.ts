import { UserError } from '../../specs/model/user-error.ts';

/** The process of the relays ended though it was not told to: nodes that were connected through it no longer are. */
export class LinksEndedError extends UserError {
  override readonly name = 'LinksEndedError';

  /** @param how `signal SIGKILL`, `exit code 1`, or why it could not be started */
  constructor(how: string) {
    super(`the process that relays the links ended with ${how}`, {
      remedy: 'repeat the test, with fewer nodes if the machine was short of memory',
    });
  }
}
