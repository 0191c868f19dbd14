import { DomainError } from '../../domain-error.ts';

/** Why no transaction can be made of what was asked for. */
export class FundingError extends DomainError<'cannot-fund'> {
  override readonly name = 'FundingError';

  constructor(message: string) {
    super('cannot-fund', message);
  }
}
