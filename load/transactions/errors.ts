import { UserError } from '../../specs/model/user-error.ts';

/** A file of prepared transactions cannot be used: it is none, is damaged or cut off, or belongs to another chain. */
export class PreparedFileError extends UserError {
  override readonly name = 'PreparedFileError';
}

/** Transactions could not be prepared, or a node could not be given what they stand on. */
export class PrepareError extends UserError {
  override readonly name = 'PrepareError';
}
