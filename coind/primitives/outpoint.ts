import type { Outpoint } from './types.ts';

/** How the pool's indexes name an outpoint. */
export const outpointKey = (outpoint: Outpoint): string => `${outpoint.txid}:${outpoint.vout}`;
