import type { Wallet } from '../wallet.ts';
import { FundingError } from './funding-error.ts';
import type { SpendDeps } from './spend-deps.ts';

/** Fee options of a call. */
export interface FeeChoice {
  /** Exact rate, satoshis per 1000 vbytes, even if below the mempool's minimum. */
  readonly feeRate?: bigint | undefined;
  /** Target in blocks: use an estimate, ignoring the wallet's own rate. */
  readonly confTarget?: number | undefined;
  readonly estimateMode: 'UNSET' | 'ECONOMICAL' | 'CONSERVATIVE';
}

/** The minimum of `settxfee` apart from 0, in satoshis per 1000 vbytes. */
export function minWalletFeeRate({ mempool, options }: Pick<SpendDeps, 'mempool' | 'options'>): bigint {
  const { minFeeRate } = options.wallet;
  return mempool.minRelayFeeRate > minFeeRate ? mempool.minRelayFeeRate : minFeeRate;
}

/**
 * The feerate for a transaction of the wallet, in satoshis per 1000 vbytes: the requested rate; else the wallet's rate
 * (`settxfee`, -paytxfee), the estimate or -fallbackfee, but at least the minimum of the mempool.
 * @param replaceable uses the economical estimate, since the fee can be raised later
 */
export function chooseFeeRate(
  choice: FeeChoice,
  wallet: Wallet,
  node: Pick<SpendDeps, 'mempool' | 'options'>,
  replaceable: boolean,
): bigint {
  const { mempool, options } = node;
  if (choice.feeRate !== undefined) return choice.feeRate;
  const isSet = choice.confTarget === undefined && wallet.payFeeRate > 0n;
  const wanted = isSet ? wallet.payFeeRate : (estimated(choice, node, replaceable) ?? options.wallet.fallbackFeeRate);
  if (wanted === 0n) throw new FundingError('Fee estimation failed. Fallbackfee is disabled. Wait a few blocks or enable -fallbackfee.');
  return [wanted, mempool.minFeeRate, minWalletFeeRate(node)].reduce((most, rate) => (rate > most ? rate : most));
}

function estimated(
  { confTarget, estimateMode }: FeeChoice,
  { mempool, options }: Pick<SpendDeps, 'mempool' | 'options'>,
  replaceable: boolean,
): bigint | undefined {
  const conservative = estimateMode === 'UNSET' ? !replaceable : estimateMode === 'CONSERVATIVE';
  return mempool.estimateFeeRate(confTarget ?? options.wallet.confTarget, conservative)?.feeRate;
}
