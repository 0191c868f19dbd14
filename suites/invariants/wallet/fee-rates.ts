import type { Trial } from '../../../engine/trial.ts';
import { parseTransaction, vsizeOf } from '../../../oracles/transaction.ts';
import { amountSat } from '../../support/amounts.ts';
import { decoded } from '../../support/decoded.ts';
import type { CaseWallet } from '../case-wallet.ts';
import type { FundedPayment } from '../raw/funders.ts';

/** Vbytes that the signature of a P2WPKH input adds to an unsigned transaction (BIP 141), rounded. */
const SIGNATURE_VBYTES = 27;

/** Signatures differ by a byte or two from the estimated size. */
const TOLERANCE = 0.05;

/** The fee rate that a transaction of the wallet pays, in satoshis per kilobyte. */
export async function feeRateOf(t: Trial, wallet: CaseWallet, txid: string): Promise<number> {
  const { fee, hex } = await wallet.result('gettransaction', { txid });
  const size = vsizeOf(decoded(t, 'hex', () => parseTransaction(hex)));
  return (Number(-amountSat(t, fee, 'fee')) * 1000) / size;
}

/** The fee rate that an unsigned transaction of P2WPKH inputs pays when it is signed, in satoshis per kilobyte. */
export function unsignedFeeRate({ transaction, feeSat }: FundedPayment): number {
  return (Number(feeSat) * 1000) / (transaction.strippedBytes.length + SIGNATURE_VBYTES * transaction.inputs.length);
}

/** Whether two fee rates differ by no more than the sizes of signatures do. */
export const isSameRate = (a: number, b: number): boolean => Math.abs(a / b - 1) < TOLERANCE;
