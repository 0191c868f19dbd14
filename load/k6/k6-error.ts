import { UserError } from '../../specs/model/user-error.ts';

/** k6 cannot be run, or did not do what it was run for; the message is for the user. */
export class K6Error extends UserError {
  override readonly name = 'K6Error';
}
