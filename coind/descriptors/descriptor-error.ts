import { DomainError } from '../domain-error.ts';

/** A text that is no descriptor, or one that no scripts can be made of. */
export class DescriptorError extends DomainError<'invalid-descriptor'> {
  override readonly name = 'DescriptorError';

  constructor(message: string) {
    super('invalid-descriptor', message);
  }
}
