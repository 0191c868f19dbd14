import type { Rejection } from '../../../chain/types.ts';
import type { NodeContext } from '../../../node-context.ts';
import type { AcceptOptions } from '../../../mempool/types.ts';
import { MISSING_INPUTS } from '../../../mempool/reasons.ts';
import type { Transaction } from '../../../primitives/types.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { completeTransactionFrom } from '../../shapes/transactions.ts';

/** A fee rate above this is unusually high, in satoshis per 1000 vbytes. */
const HIGH_FEE_RATE = 10_000_000n;
/** Pool reasons that are reported in another form. */
const HIGH_FEE = 'max-fee-exceeded';

/** Submitting transactions to the pool (document 2, Raw transactions, scripts and PSBTs; States and transitions). */
export const sendHandlers: Handlers<'sendrawtransaction' | 'testmempoolaccept'> = {
  sendrawtransaction({ hexstring, allowhighfees }, { node }) {
    const transaction = completeTransactionFrom(hexstring);
    const { txid } = transaction;
    if (!node.mempool.has(txid)) {
      if (isConfirmed(transaction, node)) throw new RpcError(RpcCode.verifyAlreadyInChain, 'Transaction already in block chain');
      const answer = node.mempool.accept(transaction, feeLimit(transaction, allowhighfees));
      if (!answer.ok) throw refusal(answer);
    }
    node.network.relay(transaction); // again for a transaction that is already in the pool: peers may have dropped it
    return txid;
  },

  testmempoolaccept({ rawtxs, allowhighfees }, { node }) {
    const [hex] = rawtxs;
    if (hex === undefined || rawtxs.length > 1) {
      throw new RpcError(RpcCode.invalidParameter, 'Array must contain exactly one raw transaction');
    }
    const transaction = completeTransactionFrom(hex);
    const answer = node.mempool.accept(transaction, { ...feeLimit(transaction, allowhighfees), test: true });
    if (answer.ok) return [{ txid: transaction.txid, allowed: true }];
    const reason = answer.reason === MISSING_INPUTS ? 'missing-inputs' : answer.reason;
    return [{ txid: transaction.txid, allowed: false, 'reject-reason': reason }];
  },
};

function feeLimit({ vsize }: Transaction, allowHighFees: boolean): AcceptOptions {
  return allowHighFees ? {} : { maxFeeSat: (HIGH_FEE_RATE * BigInt(vsize)) / 1000n };
}

/** Whether a transaction is confirmed. Known as long as one of its outputs is unspent. */
function isConfirmed({ txid, outputs }: Transaction, { chain }: NodeContext): boolean {
  return outputs.some((_, vout) => chain.coin({ txid, vout }) !== undefined);
}

/** The error of `sendrawtransaction` for a rejected transaction. */
function refusal({ reason, detail }: Rejection): RpcError {
  switch (reason) {
    case MISSING_INPUTS:
      return new RpcError(RpcCode.verify, reason);
    case HIGH_FEE:
      return new RpcError(RpcCode.verify, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
    default:
      return new RpcError(RpcCode.verifyRejected, detail === undefined ? reason : `${reason}, ${detail}`);
  }
}
