import { coinMintedBy, isServiceVersion } from '../../assets/data-output.ts';
import type { Transaction, TxParts } from '../../primitives/types.ts';
import type { Wallet } from '../wallet.ts';
import { buildTransaction } from './build-transaction.ts';
import { FundingError } from './funding-error.ts';
import type { SpendDeps } from './spend-deps.ts';
import type { ChangeChoice } from './change.ts';
import type { FeeChoice } from './fee-choice.ts';

export interface FundingRequest {
  readonly change: ChangeChoice;
  readonly fee: FeeChoice;
  /** Indices of outputs that pay the fee. */
  readonly feeBearers: ReadonlySet<number>;
  /** For added inputs. Default: -walletrbf. */
  readonly replaceable: boolean | undefined;
  readonly includeWatchOnly: boolean;
  /** Whether to lock all spent outputs. */
  readonly lockUnspents: boolean;
}

export interface FundedTransaction {
  readonly transaction: TxParts;
  readonly feeSat: bigint;
  /** -1 without change. */
  readonly changePosition: number;
}

/**
 * Adds inputs of the wallet and change to a transaction until its inputs cover outputs and fee (document 2,
 * fundrawtransaction). Nothing is signed. Existing inputs and outputs stay, except that the outputs which pay the fee are
 * reduced. Throws `FundingError`, and `WalletError` as `Wallet.reserveChange` does.
 */
export function fundTransaction(
  transaction: Transaction | TxParts,
  request: FundingRequest,
  wallet: Wallet,
  deps: SpendDeps,
): FundedTransaction {
  const { version, locktime, inputs, outputs } = transaction;
  const { change, fee, replaceable = deps.options.wallet.replaceable, includeWatchOnly } = request;
  const isService = isServiceVersion(version);
  // Its payload refers to outputs by index.
  if (isService && change.position !== undefined && change.position < outputs.length)
    throw new FundingError('The change of a transaction with service data must be its last output');
  const payments = outputs.map((output, index) => ({ ...output, bearsFee: request.feeBearers.has(index) }));
  const built = buildTransaction(
    {
      version,
      locktime,
      payments,
      inputs,
      mintedSat: coinMintedBy(transaction),
      change: isService ? { ...change, position: outputs.length } : change,
      fee,
      replaceable,
      minConfirmations: 0,
      includeWatchOnly,
    },
    wallet,
    deps,
  );
  built.keepChange();
  if (request.lockUnspents) for (const { txid, vout } of built.transaction.inputs) wallet.lockedCoins.add({ txid, vout });
  return built;
}
