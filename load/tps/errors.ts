import { UserError } from '../../specs/model/user-error.ts';

/** The throughput test cannot be done as it was asked for; the message is for the user. */
export class TpsError extends UserError {
  override readonly name = 'TpsError';
}

/** A node of the network ended during the test. */
export class NodeEndedError extends Error {
  override readonly name = 'NodeEndedError';
  readonly node: string;
  readonly how: string;

  constructor(node: string, how: string) {
    super(`${node} ended with ${how}`);
    this.node = node;
    this.how = how;
  }
}
