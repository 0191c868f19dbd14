import type { ListSinceBlockEntry, WalletTransaction } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';

/** A count above the number of entries of any wallet in a trial. */
const ALL = 100_000;

/** Every entry that `listtransactions` has for the label. */
export function listed(t: Trial, label = '*'): Promise<readonly WalletTransaction[]> {
  return t.result('listtransactions', { label, count: ALL, skip: 0 });
}

/** The entries of one transaction with a category. Records a finding if there are none. */
export function entriesOf<Entry extends ListSinceBlockEntry>(
  t: Trial,
  entries: readonly Entry[],
  txid: string,
  category: Entry['category'],
): Entry[] {
  const found = entries.filter((entry) => entry.txid === txid && entry.category === category);
  t.ok(found.length > 0, `the list has no entry of category ${category} for the wallet's transaction ${txid}`);
  return found;
}
