import type { Trial } from '../../../engine/trial.ts';
import { parseTransaction, txidOf, type RawTransaction } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';

/** A transaction parsed from its serialized form. It must be in the pool, or the node must have -txindex. */
export async function rawTransaction(t: Trial, txid: string): Promise<RawTransaction> {
  const hex = await t.result('getrawtransaction', { txid, verbose: false });
  const transaction = decoded(t, `transaction ${txid}`, () => parseTransaction(hex));
  t.equal(txidOf(transaction), txid, 'the txid of the returned transaction', { evidence: 'standard', source: 'BIP 141' });
  return transaction;
}
