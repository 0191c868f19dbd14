import type { ListSinceBlockEntry } from '../../../specs/model/generated/wire.d.ts';

/** Key of a wallet entry: the outpoint and the category, send or receive. */
export const keyOf = ({ txid, vout, category }: Pick<ListSinceBlockEntry, 'txid' | 'vout' | 'category'>): string =>
  `${txid}:${vout} ${category}`;

export const keysOf = (entries: readonly Pick<ListSinceBlockEntry, 'txid' | 'vout' | 'category'>[]): string[] => entries.map(keyOf);
