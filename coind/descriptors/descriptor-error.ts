import { DomainError } from '../domain-error.ts';

/** A text is not a descriptor, or no scripts can be derived from it. */
export class DescriptorError extends DomainError<'invalid-descriptor'> {
  override readonly name = 'DescriptorError';

  constructor(message: string) {
    super('invalid-descriptor', message);
  }
}
