import { satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import { pay } from '../../../fixtures/world/ingredients/payments.ts';

/** Holds an address that was just imported, and one payment to it, against what watch-only means. */
export async function isWatched(t: Trial, address: string): Promise<void> {
  const { ismine, iswatchonly } = await t.result('getaddressinfo', { address });
  t.equal([ismine, iswatchonly], [false, true], 'ismine and iswatchonly of the address imported', { path: 'iswatchonly' });
  const { txid, amountSat } = await pay(t.world, address, false);
  const unspent = await t.result('listunspent', { minconf: 0, maxconf: 9999999, addresses: [address] });
  const paid = unspent.find((item) => item.txid === txid);
  if (!t.ok(paid !== undefined, 'listunspent does not list what the address imported was paid') || !paid) return;
  t.equal(satoshis(paid.amount), amountSat, 'the amount that listunspent gives for it', { path: 'amount' });
  t.equal(paid.spendable, false, 'spendable of what the address imported was paid', { path: 'spendable' });
}

/** Holds that the wallet knows nothing of an address. */
export async function isUnknown(t: Trial, address: string): Promise<void> {
  const { ismine, iswatchonly } = await t.result('getaddressinfo', { address });
  t.equal([ismine, iswatchonly], [false, false], 'ismine and iswatchonly of an address before it is imported', { path: 'iswatchonly' });
}
