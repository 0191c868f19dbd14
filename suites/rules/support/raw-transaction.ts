import type { Trial } from '../../../engine/trial.ts';
import { parseTransaction, txidOf, type RawTransaction } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';

/** A transaction taken apart from its serialized form. Needs the transaction in the pool, or an index of all. */
export async function rawTransaction(t: Trial, txid: string): Promise<RawTransaction> {
  const hex = await t.result('getrawtransaction', { txid, verbose: false });
  const transaction = decoded(t, `transaction ${txid}`, () => parseTransaction(hex));
  t.equal(txidOf(transaction), txid, 'the id of the transaction that was asked for', { evidence: 'standard', source: 'BIP 141' });
  return transaction;
}
