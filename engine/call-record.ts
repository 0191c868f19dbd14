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
  /** What came depends on the speed of the node: its case depended on time when it was made. */
  readonly timed?: boolean;
}
