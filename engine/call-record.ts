import type { Reply } from '../client/types.ts';
import type { Arguments } from '../fixtures/world/service.ts';
import type { Wire } from '../specs/model/wire.ts';

/** One call of a case, kept until the end of the case. */
export interface CallRecord {
  readonly method: string; // neutral id
  readonly args: Arguments;
  readonly params: readonly Wire[];
  readonly wallet?: string | undefined;
  readonly reply: Reply;
}
