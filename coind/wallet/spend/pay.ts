import { makeTransaction } from '../../primitives/transaction.ts';
import type { Outpoint, Transaction, TxOutput, TxParts } from '../../primitives/types.ts';
import { SIGHASH_ALL } from '../../script/sighash-types.ts';
import type { Wallet } from '../wallet.ts';
import { buildTransaction, type Payment } from './build-transaction.ts';
import type { SpendDeps } from './spend-deps.ts';
import type { FeeChoice } from './fee-choice.ts';
import { FundingError } from './funding-error.ts';
import { signTransaction } from './sign-transaction.ts';

export interface PaymentRequest {
  readonly payments: readonly Payment[];
  readonly fee: FeeChoice;
  /** Default: as the node was started, -walletrbf. */
  readonly replaceable: boolean | undefined;
  /** Least confirmations of what is spent. Default: 0, as far as it is safe. */
  readonly minConfirmations?: number;
  readonly comment?: string | undefined;
  /** Who is paid, for the wallet alone. */
  readonly commentTo?: string | undefined;
  /** Deprecated accounts: whose money it is. */
  readonly fromAccount?: string | undefined;
}

/**
 * Pays from a wallet: makes, signs and keeps a transaction, and sends it to the pool. Gives it. Throws `FundingError`
 * where it cannot be made, `WalletError` (locked) where the wallet is locked, (keypool-ran-out) where there is no key for the change. What the
 * pool refuses is held back (see `Wallet.commit`).
 */
export function payFromWallet(request: PaymentRequest, wallet: Wallet, deps: SpendDeps): Transaction {
  const provider = wallet.keychain.signing(); // a locked wallet says so before anything is done
  const { replaceable = deps.options.wallet.replaceable } = request;
  const built = buildTransaction(
    {
      version: 2,
      locktime: currentLocktime(deps),
      payments: request.payments,
      inputs: [],
      change: {},
      fee: request.fee,
      replaceable,
      minConfirmations: request.minConfirmations ?? 0,
      includeWatchOnly: false,
    },
    wallet,
    deps,
  );
  const { transaction, unsigned } = signTransaction(built.transaction, (outpoint) => walletOutput(wallet, outpoint), {
    provider,
    sighashType: SIGHASH_ALL,
    curve: deps.curve,
  });
  if (unsigned.length > 0) {
    built.discard();
    throw new FundingError('Signing transaction failed');
  }
  built.keepChange();
  return commit(transaction, wallet, {
    ...(request.comment !== undefined && { comment: request.comment }),
    ...(request.commentTo !== undefined && { to: request.commentTo }),
    ...(request.fromAccount !== undefined && { fromAccount: request.fromAccount }),
  });
}

export function commit(parts: TxParts, wallet: Wallet, notes: NonNullable<Parameters<Wallet['commit']>[1]>): Transaction {
  const transaction = makeTransaction(parts);
  wallet.commit(transaction, notes);
  return transaction;
}

/** The output that an outpoint names, of a transaction of the wallet. */
export function walletOutput(wallet: Wallet, { txid, vout }: Outpoint): TxOutput | undefined {
  return wallet.ledger.get(txid)?.transaction.outputs[vout];
}

/** A tip of this age says that the node is behind, and then its height is not worth telling. */
const STALE_TIP_SECONDS = 8 * 60 * 60;

/**
 * The height of the tip, so that nobody gains by mining the last block anew to take the fee; now and then some blocks
 * less, for those who cannot say it at once.
 */
function currentLocktime({ chain, clock, random }: SpendDeps): number {
  const { tip } = chain;
  if (tip.header.time < clock.seconds() - STALE_TIP_SECONDS) return 0;
  return random.below(10) === 0 ? Math.max(0, tip.height - random.below(100)) : tip.height;
}
