/** Sizes of transactions that spend and make P2WPKH outputs only (BIP 141, BIP 144). */

/** Value, length of the script, script. */
export const OUTPUT_BYTES = 8 + 1 + 22;
/** Outpoint, empty script, sequence. */
export const INPUT_BYTES = 36 + 1 + 4;
/** Number of items, signature of at most 72 bytes with its type, public key. */
export const MAX_WITNESS_BYTES = 1 + (1 + 72) + (1 + 33);

/** Bytes that a count takes before what it counts. */
export function countBytes(count: number): number {
  if (count < 0xfd) return 1;
  return count <= 0xffff ? 3 : 5;
}

/** Greatest weight of a transaction. Signatures are one byte shorter in every second case. */
export function maxWeight(inputs: number, outputs: number): number {
  const stripped = 4 + countBytes(inputs) + inputs * INPUT_BYTES + countBytes(outputs) + outputs * OUTPUT_BYTES + 4;
  return stripped * 4 + 2 + inputs * MAX_WITNESS_BYTES;
}

/** Virtual bytes. */
export function maxVsize(inputs: number, outputs: number): number {
  return Math.ceil(maxWeight(inputs, outputs) / 4);
}
