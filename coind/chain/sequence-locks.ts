import { SEQUENCE_DISABLE_FLAG, SEQUENCE_TYPE_FLAG, SEQUENCE_VALUE_MASK } from '../script/signature-checker.ts';
import type { Transaction } from '../primitives/types.ts';

/** The last height and the last median time (epoch seconds) at which the transaction is still locked; -1: not locked. */
export interface SequenceLock {
  readonly height: number;
  readonly time: number;
}

/** Whether BIP 68 applies: version 2 and above, with the version as an unsigned number. */
export function hasSequenceLocks(transaction: Transaction): boolean {
  return transaction.version >>> 0 >= 2 && transaction.inputs.some(({ sequence }) => sequence < SEQUENCE_DISABLE_FLAG);
}

/**
 * The relative locks of a transaction to which BIP 68 applies.
 * @param coinHeights height of the coin that each input spends; for one in the mempool, that of the next block
 * @param medianTimeAt median time of the chain's block at a height
 */
export function sequenceLock(
  transaction: Transaction,
  coinHeights: readonly number[],
  medianTimeAt: (height: number) => number,
): SequenceLock {
  let height = -1;
  let time = -1;
  transaction.inputs.forEach(({ sequence }, index) => {
    if (sequence >= SEQUENCE_DISABLE_FLAG) return;
    const coinHeight = coinHeights[index]!;
    const value = sequence & SEQUENCE_VALUE_MASK;
    if ((sequence & SEQUENCE_TYPE_FLAG) !== 0) time = Math.max(time, medianTimeAt(Math.max(coinHeight - 1, 0)) + value * 512 - 1);
    else height = Math.max(height, coinHeight + value - 1);
  });
  return { height, time };
}

/**
 * Whether a block may contain the transaction.
 * @param parentMedianTime of the block's parent
 */
export function isUnlocked(lock: SequenceLock, blockHeight: number, parentMedianTime: number): boolean {
  return lock.height < blockHeight && lock.time < parentMedianTime;
}
