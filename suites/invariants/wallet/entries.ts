import type { Wire } from '../../../specs/model/wire.ts';

/** What is read off an entry of `listtransactions` and `listsinceblock`, and off `details` of `gettransaction`. */
export interface WalletEntry {
  readonly txid: string;
  readonly vout: number;
  readonly category: string;
  readonly address?: string;
  readonly amount: Wire;
  readonly label?: string;
  readonly fee?: Wire;
  readonly confirmations: number;
  readonly blockhash?: string;
  readonly blockindex?: number;
  readonly blocktime?: number;
  readonly time: number;
  readonly abandoned?: boolean;
  readonly 'bip125-replaceable': string;
}

export interface SinceBlock {
  readonly transactions: readonly WalletEntry[];
  readonly removed?: readonly WalletEntry[];
  readonly lastblock: string;
}

export interface WalletTransaction {
  readonly txid: string;
  readonly amount: Wire;
  readonly fee?: Wire;
  readonly confirmations: number;
  readonly blockhash?: string;
  readonly blockindex?: number;
  readonly blocktime?: number;
  readonly time: number;
  readonly timereceived: number;
  readonly 'bip125-replaceable': string;
  readonly details: readonly Omit<WalletEntry, 'txid' | 'confirmations' | 'time' | 'bip125-replaceable'>[];
  readonly hex: string;
}

/** One output of one transaction, seen as what went out or as what came in. */
export const keyOf = ({ txid, vout, category }: Pick<WalletEntry, 'txid' | 'vout' | 'category'>): string => `${txid}:${vout} ${category}`;

export const keysOf = (entries: readonly WalletEntry[]): string[] => entries.map(keyOf);
