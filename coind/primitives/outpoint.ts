import type { Outpoint } from './types.ts';

const ID_LENGTH = 64;

/** An outpoint as a key of an index. */
export const outpointKey = (outpoint: Outpoint): string => `${outpoint.txid}:${outpoint.vout}`;

/** The outpoint of a key. */
export const readOutpointKey = (key: string): Outpoint => ({ txid: key.slice(0, ID_LENGTH), vout: Number(key.slice(ID_LENGTH + 1)) });
