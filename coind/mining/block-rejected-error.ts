import type { Rejection } from '../chain/types.ts';
import { DomainError } from '../domain-error.ts';

/** A block assembled by this node was rejected by its chain. */
export class BlockRejectedError extends DomainError<'block-rejected'> {
  override readonly name = 'BlockRejectedError';
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super('block-rejected', rejection.detail === undefined ? rejection.reason : `${rejection.reason}, ${rejection.detail}`);
    this.rejection = rejection;
  }
}
