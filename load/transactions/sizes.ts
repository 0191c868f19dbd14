/** Sizes of transactions that spend and make P2WPKH outputs, and may have one data output (BIP 141, BIP 144). */

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

/**
 * Greatest weight of a transaction. Signatures are one byte shorter in every second case.
 * @param dataScriptBytes script of the data output, which is not one of `outputs`; 0 for none
 */
export function maxWeight(inputs: number, outputs: number, dataScriptBytes = 0): number {
  const data = dataScriptBytes === 0 ? 0 : 8 + countBytes(dataScriptBytes) + dataScriptBytes;
  const count = countBytes(outputs + (data === 0 ? 0 : 1));
  const stripped = 4 + countBytes(inputs) + inputs * INPUT_BYTES + count + outputs * OUTPUT_BYTES + data + 4;
  return stripped * 4 + 2 + inputs * MAX_WITNESS_BYTES;
}

/** Virtual bytes. Arguments as for `maxWeight`. */
export function maxVsize(inputs: number, outputs: number, dataScriptBytes = 0): number {
  return Math.ceil(maxWeight(inputs, outputs, dataScriptBytes) / 4);
}
