import type { Outpoint } from './types.ts';

/** An outpoint as a key of an index. */
export const outpointKey = (outpoint: Outpoint): string => `${outpoint.txid}:${outpoint.vout}`;
