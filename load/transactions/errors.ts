import { UserError } from '../../specs/model/user-error.ts';

/** A file of prepared transactions cannot be used: it is missing, of another kind, damaged, cut off, or for another chain. */
export class PreparedFileError extends UserError {
  override readonly name = 'PreparedFileError';
}

/** Transactions could not be prepared, or a node rejected a block that they depend on. */
export class PrepareError extends UserError {
  override readonly name = 'PrepareError';
}
