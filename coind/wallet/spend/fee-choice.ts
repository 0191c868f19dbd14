import type { Wallet } from '../wallet.ts';
import { FundingError } from './funding-error.ts';
import type { SpendDeps } from './spend-deps.ts';

/** What a caller wants to pay. */
export interface FeeChoice {
  /** Satoshis per 1000 vbytes: just this rate, even where no pool takes it. */
  readonly feeRate?: bigint | undefined;
  /** Blocks: by estimate, whatever rate the wallet is set to. */
  readonly confTarget?: number | undefined;
  readonly estimateMode: 'UNSET' | 'ECONOMICAL' | 'CONSERVATIVE';
}

/** The least that `settxfee` takes beside 0, in satoshis per 1000 vbytes. */
export function leastFeeRate({ mempool, options }: Pick<SpendDeps, 'mempool' | 'options'>): bigint {
  const { minFeeRate } = options.wallet;
  return mempool.minRelayFeeRate > minFeeRate ? mempool.minRelayFeeRate : minFeeRate;
}

/**
 * The rate that a transaction of the wallet is to pay, in satoshis per 1000 vbytes: the one asked for; else that of the
 * wallet (`settxfee`, -paytxfee), the estimate of the pool or -fallbackfee, but no less than the pool takes.
 * @param replaceable who can raise a fee later does with an economical estimate
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
  return [wanted, mempool.minFeeRate, leastFeeRate(node)].reduce((most, rate) => (rate > most ? rate : most));
}

function estimated(
  { confTarget, estimateMode }: FeeChoice,
  { mempool, options }: Pick<SpendDeps, 'mempool' | 'options'>,
  replaceable: boolean,
): bigint | undefined {
  const conservative = estimateMode === 'UNSET' ? !replaceable : estimateMode === 'CONSERVATIVE';
  return mempool.estimateFeeRate(confTarget ?? options.wallet.confTarget, conservative)?.feeRate;
}
