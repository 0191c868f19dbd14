import { transactionSigner } from '../../transactions/transaction-signer.ts';
import { preparedOutpoint, preparedTxid } from '../../transactions/sign.ts';
import type { PreparedFile, PreparedHeader } from '../../transactions/types.ts';

/** Two transactions that spend the same coin. */
export interface ConflictingPair {
  readonly first: string;
  readonly second: string;
  readonly txids: readonly [string, string];
}

/** Transactions of a prepared file that no round sends, by their index. */
export interface Spare {
  readonly index: number;
  readonly hex: string;
}

/** The last transactions of a file, up to `count`. */
export async function spareTransactions(prepared: PreparedFile, count: number): Promise<Spare[]> {
  const spares: Spare[] = [];
  const from = prepared.header.transactions - count;
  let index = 0;
  if (count > 0)
    for await (const hex of prepared.transactions()) {
      if (index >= from) spares.push({ index, hex });
      index++;
    }
  return spares;
}

/** A payment of the file, and another one of the same coin, which pays a little less to each output. */
export function conflictingPair({ seed, curve, outputsPerTx, outputSat, feeSat }: PreparedHeader, { index, hex }: Spare): ConflictingPair {
  const { txid, vout } = preparedOutpoint(hex);
  const setup = {
    seed,
    curve,
    outputsPerTx,
    outputSat: BigInt(outputSat) - 1n,
    coinSat: BigInt(outputsPerTx) * BigInt(outputSat) + BigInt(feeSat),
  };
  const line = transactionSigner(setup, () => false)({ txid: Buffer.from(txid, 'hex').reverse(), firstVout: vout, first: index, count: 1 });
  const { tx: second } = JSON.parse(String(line)) as { readonly tx: string };
  return { first: hex, second, txids: [preparedTxid(hex), preparedTxid(second)] };
}
