import { carriedOf, coinMintedBy, isServiceVersion } from '../../assets/data-output.ts';
import { feeAt, feeRateOf } from '../../mempool/fee-rate.ts';
import { dustThresholdSat } from '../../mempool/policy.ts';
import { formatSat } from '../../primitives/amount.ts';
import type { Transaction, TxInput, TxParts } from '../../primitives/types.ts';
import { WalletError, type WalletErrorReason } from '../wallet-error.ts';
import { SIGHASH_ALL } from '../../script/sighash-types.ts';
import type { WalletTx } from '../types.ts';
import type { Wallet } from '../wallet.ts';
import type { SpendDeps } from './spend-deps.ts';
import { chooseFeeRate, minWalletFeeRate, type FeeChoice } from './fee-choice.ts';
import { outputSize, signedSize, transactionWeight, vsizeOf } from './input-weight.ts';
import { commit, walletOutput } from './pay.ts';
import { SEQUENCE_NOT_FINAL, SEQUENCE_REPLACEABLE } from '../../primitives/sequences.ts';
import { signTransaction } from './sign-transaction.ts';

export interface BumpRequest {
  readonly txid: string;
  /** Satoshis; undefined: computed from `fee`. */
  readonly totalFeeSat: bigint | undefined;
  readonly fee: FeeChoice;
  /** Whether the new transaction opts in to replacement again. */
  readonly replaceable: boolean;
}

export interface Bumped {
  readonly transaction: Transaction;
  readonly oldFeeSat: bigint;
  readonly newFeeSat: bigint;
}

/** Minimum increase of the feerate, in satoshis per 1000 vbytes: above the mempool's minimum, in case that rises. */
const WALLET_INCREMENTAL_FEE_RATE = 5_000n;

/**
 * Replaces a transaction of the wallet by one with a higher fee, which is taken from the change; no inputs are added
 * (document 1, `bumpfee`; Errors). Throws `WalletError`: (invalid-key-or-transaction) if it is not in the wallet,
 * (invalid-request) if it has descendants or the requested fee is too low, (refused) for any other obstacle, (locked)
 * while the wallet is locked.
 */
export function bumpFee(request: BumpRequest, wallet: Wallet, deps: SpendDeps): Bumped {
  const original = wallet.ledger.get(request.txid);
  if (original === undefined) throw new WalletError('invalid-key-or-transaction', 'Invalid or non-wallet transaction id');
  const provider = wallet.keychain.signing();
  checkReplaceable(original, wallet, deps);
  const { transaction } = original;
  const changeIndex = changeIndexOf(transaction, wallet);
  const oldFeeSat =
    spentSat(transaction, wallet) + coinMintedBy(transaction) - transaction.outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
  const askedSat = newFeeSat(request, { original: transaction, oldFeeSat }, wallet, deps);
  const { parts, feeSat } = replacement(transaction, changeIndex, { oldFeeSat, feeSat: askedSat, replaceable: request.replaceable });
  const signed = signTransaction(parts, (outpoint) => walletOutput(wallet, outpoint), {
    provider,
    sighashType: SIGHASH_ALL,
    curve: deps.curve,
  });
  if (signed.unsigned.length > 0) throw new WalletError('refused', "Can't sign transaction.");
  const made = commit(signed.transaction, wallet, {
    replaces: request.txid,
    ...(original.comment !== undefined && { comment: original.comment }),
    ...(original.to !== undefined && { to: original.to }),
    ...(original.fromAccount !== undefined && { fromAccount: original.fromAccount }),
  });
  return { transaction: made, oldFeeSat, newFeeSat: feeSat };
}

function checkReplaceable({ transaction, replacedBy, state }: WalletTx, wallet: Wallet, { mempool }: SpendDeps): void {
  const { txid, inputs, outputs } = transaction;
  const refuse = (reason: WalletErrorReason, why: string): never => {
    throw new WalletError(reason, why);
  };
  if (outputs.some((_, vout) => wallet.ledger.spender({ txid, vout }) !== undefined))
    refuse('invalid-request', 'Transaction has descendants in the wallet');
  if (mempool.has(txid) && mempool.descendants(txid).length > 0) refuse('invalid-request', 'Transaction has descendants in the mempool');
  if (state.type === 'confirmed' || state.type === 'conflicted') {
    refuse('refused', 'Transaction has been mined, or is conflicted with a mined transaction');
  }
  if (!inputs.some(({ sequence }) => sequence <= SEQUENCE_REPLACEABLE)) refuse('refused', 'Transaction is not BIP 125 replaceable');
  if (replacedBy !== undefined) refuse('refused', `Cannot bump transaction ${txid} which was already bumped by transaction ${replacedBy}`);
  if (!inputs.every((input) => isOwn(input, wallet))) refuse('refused', "Transaction contains inputs that don't belong to this wallet");
}

function isOwn(input: TxInput, wallet: Wallet): boolean {
  const output = walletOutput(wallet, input);
  return output !== undefined && wallet.keychain.index.ownership(output.scriptPubKey) === 'spendable';
}

/** An output that carries an asset is no change, even if its address is one of the wallet for change. */
function changeIndexOf(transaction: Transaction, wallet: Wallet): number {
  const { outputs } = transaction;
  const carried = carriedOf(transaction);
  const [index, ...others] = [...outputs.keys()].filter((vout) => !carried.has(vout) && wallet.isChange(outputs[vout]!.scriptPubKey));
  if (index === undefined) throw new WalletError('refused', 'Transaction does not have a change output');
  if (others.length > 0) throw new WalletError('refused', 'Transaction has multiple change outputs');
  return index;
}

function spentSat({ inputs }: Transaction, wallet: Wallet): bigint {
  return inputs.reduce((sum, input) => sum + walletOutput(wallet, input)!.valueSat, 0n);
}

function newFeeSat(
  { totalFeeSat, fee, replaceable }: BumpRequest,
  { original, oldFeeSat }: { readonly original: Transaction; readonly oldFeeSat: bigint },
  wallet: Wallet,
  deps: SpendDeps,
): bigint {
  const { mempool } = deps;
  const vsize = signedVsize(original, wallet);
  const oldRate = feeRateOf(oldFeeSat, original.vsize);
  const incrementalRate =
    mempool.incrementalFeeRate > WALLET_INCREMENTAL_FEE_RATE ? mempool.incrementalFeeRate : WALLET_INCREMENTAL_FEE_RATE;
  const feeSat = totalFeeSat ?? feeByRate();
  if (totalFeeSat !== undefined) {
    const oldPartSat = feeAt(oldRate, vsize);
    const minSat = oldPartSat + feeAt(incrementalRate, vsize);
    if (totalFeeSat < minSat) {
      throw new WalletError(
        'invalid-request',
        `Insufficient totalFee, must be at least ${formatSat(minSat)} (oldFee ${formatSat(oldPartSat)} + incrementalFee ${formatSat(minSat - oldPartSat)})`,
      );
    }
    const requiredSat = feeAt(minWalletFeeRate(deps), vsize);
    if (totalFeeSat < requiredSat) {
      throw new WalletError('invalid-request', `Insufficient totalFee (cannot be less than required fee ${formatSat(requiredSat)})`);
    }
  }
  const { maxFeeSat } = deps.options.wallet;
  if (feeSat > maxFeeSat) {
    throw new WalletError(
      'refused',
      `Specified or calculated fee ${formatSat(feeSat)} is too high (cannot be higher than ${formatSat(maxFeeSat)})`,
    );
  }
  const rate = feeRateOf(feeSat, vsize);
  if (rate < mempool.minFeeRate) {
    throw new WalletError(
      'refused',
      `New fee rate (${formatSat(rate)}) is lower than the minimum fee rate (${formatSat(mempool.minFeeRate)}) to get into the mempool`,
    );
  }
  return feeSat;

  /** The rate of a new transaction, but at least so far above the old rate that the mempool accepts the replacement. */
  function feeByRate(): bigint {
    const wanted = chooseFeeRate(fee, wallet, deps, replaceable);
    const minRate = oldRate + 1n + incrementalRate;
    return feeAt(wanted > minRate ? wanted : minRate, vsize);
  }
}

/** Its maximum size after signing again. */
function signedVsize({ inputs, outputs }: Transaction, wallet: Wallet): number {
  const provider = wallet.keychain.signing({ withKeys: false });
  const sizes = inputs.map((input) => {
    const size = signedSize(walletOutput(wallet, input)!.scriptPubKey, provider, false);
    if (size === undefined) throw new WalletError('invalid-key-or-transaction', 'Transaction contains inputs that cannot be signed');
    return size;
  });
  return vsizeOf(
    transactionWeight(
      sizes,
      outputs.map(({ scriptPubKey }) => outputSize(scriptPubKey)),
    ),
  );
}

/** The fees of a replacement. */
interface Fees {
  readonly oldFeeSat: bigint;
  readonly feeSat: bigint;
  readonly replaceable: boolean;
}

/** The same transaction with less change, unsigned; change below dust is added to the fee. */
function replacement(
  original: Transaction,
  changeIndex: number,
  { oldFeeSat, feeSat, replaceable }: Fees,
): { readonly parts: TxParts; readonly feeSat: bigint } {
  const change = original.outputs[changeIndex]!;
  const leftSat = change.valueSat - (feeSat - oldFeeSat);
  const isDropped = leftSat < dustThresholdSat(change.scriptPubKey);
  // Service data refer to outputs by index, so that none of these may move.
  const mayDrop = original.outputs.length > 1 && !isServiceVersion(original.version);
  if (leftSat < 0n || (isDropped && !mayDrop)) throw new WalletError('refused', 'Change output is too small to bump the fee');
  const outputs = original.outputs.flatMap((output, index) => {
    if (index !== changeIndex) return [output];
    return isDropped ? [] : [{ ...output, valueSat: leftSat }];
  });
  const inputs = original.inputs.map(({ txid, vout, sequence }) => ({
    txid,
    vout,
    sequence: replaceable ? sequence : Math.max(sequence, SEQUENCE_NOT_FINAL),
    scriptSig: Buffer.alloc(0),
    witness: [],
  }));
  const { version, locktime } = original;
  return { parts: { version, inputs, outputs, locktime }, feeSat: isDropped ? feeSat + leftSat : feeSat };
}
