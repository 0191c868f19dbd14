import { SEQUENCE_FINAL } from '../primitives/sequences.ts';
import type { Curve } from '../crypto/curve.ts';
import type { TxParts } from '../primitives/types.ts';
import { hasKeySize } from './standard.ts';
import { legacySighash, type SighashCache } from './sighash.ts';

/** Checks of a script against its transaction. */
export interface SignatureChecker {
  /** @param signature with its sighash type at the end */
  checkSignature(signature: Buffer, publicKey: Buffer, scriptCode: Buffer, inWitness: boolean): boolean;
  /** CHECKLOCKTIMEVERIFY, BIP 65. */
  checkLocktime(locktime: number): boolean;
  /** CHECKSEQUENCEVERIFY, BIP 112. */
  checkSequence(sequence: number): boolean;
}

/** Smaller locktimes are heights, others epoch seconds. */
export const LOCKTIME_THRESHOLD = 500_000_000;
/** Bits of a sequence, BIP 68: no lock; unit of 512 seconds instead of blocks; mask of the value. */
export const SEQUENCE_DISABLE_FLAG = 0x80000000;
export const SEQUENCE_TYPE_FLAG = 0x00400000;
export const SEQUENCE_VALUE_MASK = 0x0000ffff;

interface CheckedInput {
  readonly index: number;
  /** Of the spent output; only witness signatures commit to it. */
  readonly amountSat: bigint;
}

/** Checks for one input of a transaction. */
export function transactionChecker(
  transaction: TxParts,
  { index, amountSat }: CheckedInput,
  { cache, curve }: { readonly cache: SighashCache; readonly curve: Curve },
): SignatureChecker {
  const input = transaction.inputs[index]!;
  return {
    checkSignature(signature, publicKey, scriptCode, inWitness) {
      if (signature.length === 0 || !hasKeySize(publicKey)) return false;
      const hashType = signature[signature.length - 1]!;
      const hash = inWitness
        ? cache.witnessV0(index, scriptCode, amountSat, hashType)
        : legacySighash(transaction, index, scriptCode, hashType);
      return curve.verify(hash, signature.subarray(0, -1), publicKey);
    },
    checkLocktime(locktime) {
      if (transaction.locktime < LOCKTIME_THRESHOLD !== locktime < LOCKTIME_THRESHOLD) return false;
      // With a final sequence the transaction's locktime would have no effect.
      return locktime <= transaction.locktime && input.sequence !== SEQUENCE_FINAL;
    },
    checkSequence(sequence) {
      if (transaction.version >>> 0 < 2 || (input.sequence & SEQUENCE_DISABLE_FLAG) !== 0) return false;
      if ((sequence & SEQUENCE_TYPE_FLAG) !== (input.sequence & SEQUENCE_TYPE_FLAG)) return false;
      return (sequence & SEQUENCE_VALUE_MASK) <= (input.sequence & SEQUENCE_VALUE_MASK);
    },
  };
}
