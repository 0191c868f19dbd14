import type { Transaction, TxInput } from '../primitives/types.ts';

/**
 * Memory usage of a mempool entry in bytes as the family counts it: that of a 64-bit build of litecoind 0.21, as measured,
 * so that -maxmempool admits the same number of transactions on every node. This process itself needs 2.5 to 11 times
 * as much.
 */
const ENTRY_BYTES = 640;
/** Entry in the list of hashes. */
const HASH_BYTES = 64;
/** Entry in the index of spent outpoints. */
const SPENT_BYTES = 112;
const INPUT_BYTES = 104;
const OUTPUT_BYTES = 40;
const STACK_ITEM_BYTES = 24;
/** Scripts up to this length are stored inside their input or output. */
const INLINE_SCRIPT_BYTES = 28;

/** For each parent in the mempool: the link is stored in both entries. */
export const LINK_BYTES = 128;

/** Memory of an allocation of this size. */
function allocated(bytes: number): number {
  return bytes === 0 ? 0 : Math.floor((bytes + 31) / 16) * 16;
}

function scriptBytes({ length }: Buffer): number {
  return length > INLINE_SCRIPT_BYTES ? allocated(length) : 0;
}

function inputBytes({ scriptSig, witness }: TxInput): number {
  let sum = SPENT_BYTES + scriptBytes(scriptSig) + allocated(witness.length * STACK_ITEM_BYTES);
  for (const item of witness) sum += allocated(item.length);
  return sum;
}

/** Memory of a transaction. */
export function usageOf({ inputs, outputs }: Transaction): number {
  let sum = ENTRY_BYTES + HASH_BYTES + allocated(inputs.length * INPUT_BYTES) + allocated(outputs.length * OUTPUT_BYTES);
  for (const input of inputs) sum += inputBytes(input);
  for (const { scriptPubKey } of outputs) sum += scriptBytes(scriptPubKey);
  return sum;
}
