import type { Trial } from '../../../engine/trial.ts';
import { parseTransaction, txidOf, type RawTransaction, type TxOutput } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';
import { present } from '../../support/present.ts';

/** The transaction for a txid, parsed from its bytes, which must have that txid. */
export async function rawOf(t: Trial, txid: string, blockhash?: string): Promise<RawTransaction> {
  const hex = await hexOf(t, txid, blockhash);
  const raw = decoded(t, 'the raw transaction', () => parseTransaction(hex));
  t.equal(txidOf(raw), txid, 'the txid computed from the raw transaction', { source: 'BIP 141' });
  return raw;
}

async function hexOf(t: Trial, txid: string, blockhash?: string): Promise<string> {
  // A node that Pyx did not start may have no -txindex, and then need not find confirmed transactions.
  if (blockhash !== undefined) return t.result('getrawtransaction', { txid, verbose: false, blockhash });
  if (t.target.capabilities.startNodes) return t.result('getrawtransaction', { txid });
  const found = await t.call('getrawtransaction', { txid });
  if (found.ok) return found.result as string;
  const own = await t.call('gettransaction', { txid, include_watchonly: true });
  if (own.ok) return (own.result as { hex: string }).hex;
  return t.inapplicable('the node was not started with -txindex, and the transaction does not belong to the wallet');
}

/** The outputs that a transaction spends, in the order of its inputs, parsed from the previous transactions. */
export async function spentOutputs(t: Trial, transaction: Pick<RawTransaction, 'inputs'>): Promise<TxOutput[]> {
  const spent: TxOutput[] = [];
  const known = new Map<string, RawTransaction>();
  for (const { txid, vout } of transaction.inputs) {
    const previous = known.get(txid) ?? (await rawOf(t, txid));
    known.set(txid, previous);
    const output = previous.outputs[vout];
    spent.push(present(t, output, `an input spends output ${vout} of a transaction with ${previous.outputs.length} outputs`));
  }
  return spent;
}
