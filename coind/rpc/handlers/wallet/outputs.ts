import { DeserializationError } from '../../../primitives/deserialization-error.ts';
import { readProof } from '../../../primitives/merkle-block.ts';
import { outpointKey } from '../../../primitives/outpoint.ts';
import type { Outpoint } from '../../../primitives/types.ts';
import type { Wallet } from '../../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { bytesFrom } from '../../shapes/hashes.ts';
import { completeTransactionFrom } from '../../shapes/transactions.ts';

/** Locks of outputs, and abandoning, importing and removing of transactions (document 1, Wallet and address methods). */
export const walletOutputHandlers: Handlers<
  'abandontransaction' | 'lockunspent' | 'listlockunspent' | 'importprunedfunds' | 'removeprunedfunds'
> = {
  abandontransaction({ txid }, call) {
    call.wallet().abandon(txid);
    return null;
  },

  lockunspent({ unlock, transactions }, call) {
    const wallet = call.wallet();
    if (transactions === undefined) {
      if (unlock) wallet.lockedCoins.clear();
      return true;
    }
    // All outputs or none.
    const outpoints = transactions.map(({ txid, vout }) => ({ txid, vout }));
    const seen = new Set<string>();
    for (const outpoint of outpoints) {
      checkLock(outpoint, unlock, wallet, seen.has(outpointKey(outpoint)));
      seen.add(outpointKey(outpoint));
    }
    for (const outpoint of outpoints) {
      if (unlock) wallet.lockedCoins.delete(outpoint);
      else wallet.lockedCoins.add(outpoint);
    }
    return true;
  },

  listlockunspent: (_, call) =>
    call
      .wallet()
      .lockedCoins.all()
      .map(({ txid, vout }) => ({ txid, vout })),

  importprunedfunds({ rawtransaction, txoutproof }, call) {
    const wallet = call.wallet();
    const { chain } = call.node;
    const transaction = completeTransactionFrom(rawtransaction);
    const proof = proofFrom(txoutproof);
    const block = chain.node(proof.header.hash);
    if (block === undefined || !chain.isActive(block)) throw new RpcError(RpcCode.invalidAddressOrKey, 'Block not found in chain');
    const match = proof.matches.find(({ txid }) => txid === transaction.txid);
    // A proof with a wrong tree size could prove a transaction that does not exist.
    if (match === undefined || proof.txCount !== block.txCount) {
      throw new RpcError(RpcCode.invalidAddressOrKey, "Transaction given doesn't exist in proof");
    }
    wallet.importPruned(transaction, block, match.index);
    return null;
  },

  removeprunedfunds({ txid }, call) {
    call.wallet().removePruned(txid);
    return null;
  },
};

function checkLock(outpoint: Outpoint, unlock: boolean, wallet: Wallet, isRepeated: boolean): void {
  const refuse = (why: string): never => {
    throw new RpcError(RpcCode.invalidParameter, `Invalid parameter, ${why}`);
  };
  if (outpoint.vout < 0) refuse('vout cannot be negative');
  const tx = wallet.ledger.get(outpoint.txid) ?? refuse('unknown transaction');
  if (outpoint.vout >= tx.transaction.outputs.length) refuse('vout index out of bounds');
  if (wallet.ledger.spender(outpoint) !== undefined) refuse('expected unspent output');
  const isLocked = wallet.lockedCoins.has(outpoint) !== isRepeated; // an earlier item changes the lock
  if (unlock && !isLocked) refuse('expected locked output');
  if (!unlock && isLocked) refuse('output already locked');
}

function proofFrom(hex: string): NonNullable<ReturnType<typeof readProof>> {
  const bytes = bytesFrom(hex, 'proof');
  try {
    const proof = readProof(bytes);
    if (proof !== undefined) return proof;
  } catch (error) {
    if (error instanceof DeserializationError) throw new RpcError(RpcCode.misc, `Proof decode failed: ${error.message}`);
    throw error;
  }
  throw new RpcError(RpcCode.invalidAddressOrKey, 'Something wrong with merkleblock');
}
