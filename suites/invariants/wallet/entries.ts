import type { ListSinceBlockEntry } from '../../../specs/model/generated/wire.d.ts';

/** One output of one transaction, seen as what went out or as what came in. */
export const keyOf = ({ txid, vout, category }: Pick<ListSinceBlockEntry, 'txid' | 'vout' | 'category'>): string =>
  `${txid}:${vout} ${category}`;

export const keysOf = (entries: readonly Pick<ListSinceBlockEntry, 'txid' | 'vout' | 'category'>[]): string[] => entries.map(keyOf);
