import { ByteReader } from '../primitives/byte-reader.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import { readTransaction } from '../primitives/transaction.ts';
import type { Transaction } from '../primitives/types.ts';
import { hasValidOps } from './script.ts';

/**
 * Decodes a transaction that takes all of the bytes; undefined if invalid. With an empty list of inputs the bytes are
 * ambiguous: if both formats are allowed and valid, the first with plausible scripts counts, with witness before without,
 * as in nodes of this family. By default only `tryWitness` is on.
 */
export function decodeTransaction(
  bytes: Buffer,
  options: { readonly tryWitness?: boolean; readonly tryNoWitness?: boolean } = {},
): Transaction | undefined {
  const extended = options.tryWitness !== false ? readWhole(bytes, true) : undefined;
  if (extended !== undefined && hasSaneScripts(extended)) return extended;
  const legacy = options.tryNoWitness === true ? readWhole(bytes, false) : undefined;
  if (legacy !== undefined && hasSaneScripts(legacy)) return legacy;
  return extended ?? legacy;
}

function readWhole(bytes: Buffer, allowWitness: boolean): Transaction | undefined {
  const reader = new ByteReader(bytes);
  try {
    const transaction = readTransaction(reader, { allowWitness });
    return reader.remaining === 0 ? transaction : undefined;
  } catch (error) {
    if (error instanceof DeserializationError) return undefined;
    throw error;
  }
}

function hasSaneScripts(transaction: Transaction): boolean {
  if (!transaction.isCoinbase && !transaction.inputs.every((input) => hasValidOps(input.scriptSig))) return false;
  return transaction.outputs.every((output) => hasValidOps(output.scriptPubKey));
}
