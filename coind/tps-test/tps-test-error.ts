import { DomainError } from '../domain-error.ts';

/** What was asked of the throughput test cannot be done as things are. */
export class TpsTestError extends DomainError<'test-disabled'> {
  override readonly name = 'TpsTestError';
}
