import type { SigningResult } from '../../../specs/model/generated/methods.d.ts';
import { makeTransaction } from '../../primitives/transaction.ts';
import type { SignedTransaction } from '../../wallet/spend/sign-transaction.ts';

/** The result of signing a transaction (document 1, Other result shapes). */
export function signingResult({ transaction, unsigned }: SignedTransaction): SigningResult {
  const hex = makeTransaction(transaction).bytes.toString('hex');
  if (unsigned.length === 0) return { hex, complete: true };
  const errors = unsigned.map(({ input: { txid, vout, scriptSig, sequence }, reason }) => ({
    txid,
    vout,
    scriptSig: scriptSig.toString('hex'),
    sequence,
    error: reason,
  }));
  return { hex, complete: false, errors };
}
