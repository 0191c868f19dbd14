import { UserError } from '../../specs/model/user-error.ts';

/** An unknown option or an invalid value. The message names it and what is valid. */
export class OptionError extends UserError {
  override readonly name = 'OptionError';
}
