import type { Transaction, TxParts } from '../../primitives/types.ts';
import type { Wallet } from '../wallet.ts';
import { buildTransaction } from './build-transaction.ts';
import type { SpendDeps } from './spend-deps.ts';
import type { ChangeChoice } from './change.ts';
import type { FeeChoice } from './fee-choice.ts';

export interface FundingRequest {
  readonly change: ChangeChoice;
  readonly fee: FeeChoice;
  /** Places of outputs that bear the fee. */
  readonly feeBearers: ReadonlySet<number>;
  /** Of inputs that are added. Default: as the node was started, -walletrbf. */
  readonly replaceable: boolean | undefined;
  readonly includeWatchOnly: boolean;
  /** Whether all that is spent becomes locked. */
  readonly lockUnspents: boolean;
}

export interface FundedTransaction {
  readonly transaction: TxParts;
  readonly feeSat: bigint;
  /** -1 where there is no change. */
  readonly changePosition: number;
}

/**
 * Adds inputs of the wallet and change to a transaction until it pays for itself (document 2, fundrawtransaction).
 * Nothing is signed; inputs and outputs that are there stay, but for those that bear the fee. Throws `FundingError`, and
 * `WalletError` as `Wallet.reserveChange` does.
 */
export function fundTransaction(
  transaction: Transaction | TxParts,
  request: FundingRequest,
  wallet: Wallet,
  deps: SpendDeps,
): FundedTransaction {
  const { version, locktime, inputs, outputs } = transaction;
  const { change, fee, replaceable = deps.options.wallet.replaceable, includeWatchOnly } = request;
  const payments = outputs.map((output, index) => ({ ...output, bearsFee: request.feeBearers.has(index) }));
  const built = buildTransaction(
    { version, locktime, payments, inputs, change, fee, replaceable, minConfirmations: 0, includeWatchOnly },
    wallet,
    deps,
  );
  built.keepChange();
  if (request.lockUnspents) for (const { txid, vout } of built.transaction.inputs) wallet.lockedCoins.add({ txid, vout });
  return built;
}
