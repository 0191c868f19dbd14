import { UserError } from '../specs/model/user-error.ts';

/** A token cannot be provisioned on this node; the message is for the user. */
export class ProvisionError extends UserError {
  override readonly name = 'ProvisionError';
}

/** A step cannot go on, because the node contradicts its row: the problem is noted. */
export class StepOver extends Error {
  override readonly name = 'StepOver';
}
