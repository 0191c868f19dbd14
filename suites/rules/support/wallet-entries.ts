import type { Wire } from '../../../specs/model/wire.ts';
import type { Trial } from '../../../engine/trial.ts';

/** One entry of `listtransactions` or `listsinceblock`, as far as rules speak of it. */
export interface WalletEntry {
  readonly txid: string;
  readonly category: string;
  readonly amount: Wire;
  readonly confirmations: number;
  readonly label?: string;
  readonly fee?: Wire;
  readonly vout?: number;
  readonly address?: string;
  readonly trusted?: boolean;
  readonly comment?: string;
  readonly to?: string;
  readonly abandoned?: boolean;
  readonly account?: string;
  readonly 'bip125-replaceable'?: string;
}

/** More entries than any wallet of a trial has. */
const ALL = 100_000;

/** Every entry that `listtransactions` has for the label. */
export function listed(t: Trial, label = '*'): Promise<WalletEntry[]> {
  return t.result<WalletEntry[]>('listtransactions', { label, count: ALL, skip: 0 });
}

/** The entries of one transaction with a category; where there are none, that is a finding. */
export function entriesOf(t: Trial, entries: readonly WalletEntry[], txid: string, category: string): WalletEntry[] {
  const found = entries.filter((entry) => entry.txid === txid && entry.category === category);
  t.ok(found.length > 0, `the list has no entry of category ${category} for the wallet's transaction ${txid}`);
  return found;
}
