import type { ForeignKey } from '../../../fixtures/world/types.ts';
import type { ImportCall } from '../../support/import-calls.ts';

/** `unknown`: the documents do not say it, because a rescan was aborted. */
export type Known = 'no' | 'yes' | 'unknown';

/** A key outside the wallet, and the only payment to it, which is confirmed. */
export interface PaidKey {
  readonly key: ForeignKey;
  readonly txid: string;
  readonly amountSat: bigint;
  readonly height: number;
}

/** A key as the wallet has it. */
export interface ModelKey extends PaidKey {
  imported: Known;
  /** The wallet knows its payment. */
  found: Known;
  /** The call that imported it; undefined before. */
  call: ImportCall | undefined;
}

/** The keys that a wallet may import. */
export interface RescanModel {
  readonly keys: readonly ModelKey[];
}

/** A rescan of these blocks, inclusive, has ended. */
export function scanned({ keys }: RescanModel, start = 0, stop = Infinity): void {
  for (const key of keys) {
    if (key.height < start || key.height > stop) continue;
    if (key.imported === 'yes') key.found = 'yes';
  }
}

/** A rescan of the whole chain was aborted: it has found some payments, or none. */
export function scanAborted({ keys }: RescanModel): void {
  for (const key of keys) if (key.imported !== 'no' && key.found === 'no') key.found = 'unknown';
}
