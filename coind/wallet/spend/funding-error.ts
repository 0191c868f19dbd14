import { DomainError } from '../../domain-error.ts';

/** The requested transaction cannot be funded. */
export class FundingError extends DomainError<'cannot-fund'> {
  override readonly name = 'FundingError';

  constructor(message: string) {
    super('cannot-fund', message);
  }
}
