import { formatSat, MAX_MONEY } from '../primitives/amount.ts';
import { isNullOutpoint } from '../primitives/transaction.ts';
import type { Transaction } from '../primitives/types.ts';
import { LOCKTIME_THRESHOLD } from '../script/signature-checker.ts';
import { SEQUENCE_FINAL } from '../primitives/sequences.ts';
import { MAX_BLOCK_WEIGHT, WITNESS_SCALE } from './limits.ts';
import type { ChainParams } from '../params.ts';
import type { Coin, Rejection } from './types.ts';

function hasDuplicateInputs({ inputs }: Transaction): boolean {
  if (inputs.length < 2) return false;
  const seen = new Set<string>();
  for (const { txid, vout } of inputs) seen.add(`${txid}:${vout}`);
  return seen.size < inputs.length;
}

/** Checks a transaction without context; undefined if valid. */
export function checkTransaction(transaction: Transaction): Rejection | undefined {
  const { inputs, outputs, isCoinbase } = transaction;
  if (inputs.length === 0) return { reason: 'bad-txns-vin-empty' };
  if (outputs.length === 0) return { reason: 'bad-txns-vout-empty' };
  if (transaction.strippedSize * WITNESS_SCALE > MAX_BLOCK_WEIGHT) return { reason: 'bad-txns-oversize' };
  let totalSat = 0n;
  for (const { valueSat } of outputs) {
    if (valueSat < 0n) return { reason: 'bad-txns-vout-negative' };
    if (valueSat > MAX_MONEY) return { reason: 'bad-txns-vout-toolarge' };
    totalSat += valueSat;
    if (totalSat > MAX_MONEY) return { reason: 'bad-txns-txouttotal-toolarge' };
  }
  if (hasDuplicateInputs(transaction)) return { reason: 'bad-txns-inputs-duplicate' };
  if (isCoinbase) {
    const { length } = inputs[0]!.scriptSig;
    if (length < 2 || length > 100) return { reason: 'bad-cb-length' };
  } else if (inputs.some(isNullOutpoint)) {
    return { reason: 'bad-txns-prevout-null' };
  }
  return undefined;
}

/**
 * Whether the locktime allows a transaction in a block of this height.
 * @param time epoch seconds: the median time of the block's parent, BIP 113
 */
export function isFinal({ locktime, inputs }: Transaction, height: number, time: number): boolean {
  if (locktime < (locktime < LOCKTIME_THRESHOLD ? height : time) || locktime === 0) return true;
  return inputs.every(({ sequence }) => sequence === SEQUENCE_FINAL);
}

/**
 * Checks the amounts and the maturity of the coins that a transaction spends; returns its fee if valid.
 * @param coins the coins that its inputs spend, in their order
 */
export function checkSpending(
  transaction: Transaction,
  coins: readonly Coin[],
  {
    height,
    params,
    mintedSat,
  }: {
    /** Of the block that would contain it. */
    readonly height: number;
    readonly params: ChainParams;
    /** What a proof adds to the inputs, satoshis. */
    readonly mintedSat: bigint;
  },
): { readonly feeSat: bigint } | Rejection {
  let inSat = mintedSat;
  for (const { valueSat, coinbase, height: coinHeight } of coins) {
    if (coinbase && height - coinHeight < params.coinbaseMaturity) {
      return { reason: 'bad-txns-premature-spend-of-coinbase', detail: `tried to spend coinbase at depth ${height - coinHeight}` };
    }
    inSat += valueSat;
    if (valueSat < 0n || valueSat > MAX_MONEY || inSat > MAX_MONEY) return { reason: 'bad-txns-inputvalues-outofrange' };
  }
  let outSat = 0n;
  for (const { valueSat } of transaction.outputs) outSat += valueSat;
  if (inSat < outSat)
    return { reason: 'bad-txns-in-belowout', detail: `value in (${formatSat(inSat)}) < value out (${formatSat(outSat)})` };
  return { feeSat: inSat - outSat };
}
