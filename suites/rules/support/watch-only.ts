import { satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import { pay } from '../../../fixtures/world/ingredients/payments.ts';

/** Checks that a newly imported address and a payment to it are watch-only. */
export async function isWatched(t: Trial, address: string): Promise<void> {
  const { ismine, iswatchonly } = await t.result('getaddressinfo', { address });
  t.equal([ismine, iswatchonly], [false, true], 'the list of ismine and iswatchonly of the imported address', { path: 'iswatchonly' });
  const { txid, amountSat } = await pay(t.world, address, false);
  const unspent = await t.result('listunspent', { minconf: 0, maxconf: 9999999, addresses: [address] });
  const paid = unspent.find((item) => item.txid === txid);
  if (!t.ok(paid !== undefined, 'listunspent does not list the payment to the imported address') || !paid) return;
  t.equal(satoshis(paid.amount), amountSat, 'amount in listunspent of the payment to the imported address', { path: 'amount' });
  t.equal(paid.spendable, false, 'spendable of the payment to the imported address', { path: 'spendable' });
}

/** Checks that an address is neither in the wallet nor watch-only. */
export async function isUnknown(t: Trial, address: string): Promise<void> {
  const { ismine, iswatchonly } = await t.result('getaddressinfo', { address });
  t.equal([ismine, iswatchonly], [false, false], 'the list of ismine and iswatchonly of an address before the import', {
    path: 'iswatchonly',
  });
}
