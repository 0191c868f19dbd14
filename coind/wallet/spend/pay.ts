import { makeTransaction } from '../../primitives/transaction.ts';
import type { Outpoint, Transaction, TxOutput, TxParts } from '../../primitives/types.ts';
import { SIGHASH_ALL } from '../../script/sighash-types.ts';
import type { SigningProvider } from '../../script/signing-provider.ts';
import type { Wallet } from '../wallet.ts';
import { buildTransaction, type BuiltTransaction, type Payment } from './build-transaction.ts';
import type { SpendDeps } from './spend-deps.ts';
import type { FeeChoice } from './fee-choice.ts';
import { FundingError } from './funding-error.ts';
import { signTransaction } from './sign-transaction.ts';

export interface PaymentRequest {
  readonly payments: readonly Payment[];
  readonly fee: FeeChoice;
  /** Default: -walletrbf. */
  readonly replaceable: boolean | undefined;
  /** Minimum confirmations of spent coins. Default: 0, limited to trusted coins. */
  readonly minConfirmations?: number;
  readonly comment?: string | undefined;
  /** Name of the recipient, stored only in the wallet. */
  readonly commentTo?: string | undefined;
  /** Deprecated accounts: the account that pays. */
  readonly fromAccount?: string | undefined;
}

/**
 * Pays from a wallet: creates, signs and records a transaction, submits it to the mempool, and returns it. A transaction
 * that the mempool refuses is held back (see `Wallet.commit`). Throws `FundingError` if it cannot be funded, `WalletError`
 * (locked) while the wallet is locked, (keypool-ran-out) if there is no key for the change.
 */
export function payFromWallet(request: PaymentRequest, wallet: Wallet, deps: SpendDeps): Transaction {
  const provider = wallet.keychain.signing(); // first, so that a locked wallet throws before anything is changed
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
  const transaction = signBuilt(built, wallet, provider, deps);
  built.keepChange();
  return commit(transaction, wallet, {
    ...(request.comment !== undefined && { comment: request.comment }),
    ...(request.commentTo !== undefined && { to: request.commentTo }),
    ...(request.fromAccount !== undefined && { fromAccount: request.fromAccount }),
  });
}

/** Signs a built transaction completely. Throws `FundingError` and returns the key of the change if that fails. */
export function signBuilt(built: BuiltTransaction, wallet: Wallet, provider: SigningProvider, { curve }: SpendDeps): TxParts {
  const { transaction, unsigned } = signTransaction(built.transaction, (outpoint) => walletOutput(wallet, outpoint), {
    provider,
    sighashType: SIGHASH_ALL,
    curve,
  });
  if (unsigned.length === 0) return transaction;
  built.discard();
  throw new FundingError('Signing transaction failed');
}

export function commit(parts: TxParts, wallet: Wallet, notes: NonNullable<Parameters<Wallet['commit']>[1]>): Transaction {
  const transaction = makeTransaction(parts);
  wallet.commit(transaction, notes);
  return transaction;
}

/** The output at an outpoint, of a transaction of the wallet. */
export function walletOutput(wallet: Wallet, { txid, vout }: Outpoint): TxOutput | undefined {
  return wallet.ledger.get(txid)?.transaction.outputs[vout];
}

/** With a tip older than this the node is not synchronised, and its height is not used as locktime. */
const STALE_TIP_SECONDS = 8 * 60 * 60;

/**
 * Locktime against fee sniping: the height of the tip, so that replacing the last block earns no fee from this
 * transaction. Sometimes up to 99 blocks less, for the privacy of transactions that are broadcast late.
 */
export function currentLocktime({ chain, clock, random }: SpendDeps): number {
  const { tip } = chain;
  if (tip.header.time < clock.seconds() - STALE_TIP_SECONDS) return 0;
  return random.below(10) === 0 ? Math.max(0, tip.height - random.below(100)) : tip.height;
}
