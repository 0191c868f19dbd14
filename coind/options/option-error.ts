import { UserError } from '../../specs/model/user-error.ts';

/** Something that a user wrote is no option, or has no such value. The message says which, and what would be right. */
export class OptionError extends UserError {
  override readonly name = 'OptionError';
}
