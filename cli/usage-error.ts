import { UserError } from '../specs/model/user-error.ts';

/** The given options cannot be used, or not together. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
}
