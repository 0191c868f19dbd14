import type { Transaction, TxInput } from '../primitives/types.ts';

/**
 * What the node family counts for an entry of the pool, in bytes: the memory that a 64-bit build takes, as measured of
 * litecoind 0.21, so that -maxmempool means the same number of transactions everywhere. It is not what this process
 * takes, which is between 2.5 and 11 times as much.
 */
const ENTRY_BYTES = 640;
/** In the list of hashes. */
const HASH_BYTES = 64;
/** In the index of what is spent. */
const SPENT_BYTES = 112;
const INPUT_BYTES = 104;
const OUTPUT_BYTES = 40;
const STACK_ITEM_BYTES = 24;
/** Scripts of this length stand within their input or output. */
const INLINE_SCRIPT_BYTES = 28;

/** Of an entry that spends another one of the pool, for each such: it is noted on both sides. */
export const LINK_BYTES = 128;

/** What allocating so many bytes takes. */
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

/** Of a transaction by itself. */
export function usageOf({ inputs, outputs }: Transaction): number {
  let sum = ENTRY_BYTES + HASH_BYTES + allocated(inputs.length * INPUT_BYTES) + allocated(outputs.length * OUTPUT_BYTES);
  for (const input of inputs) sum += inputBytes(input);
  for (const { scriptPubKey } of outputs) sum += scriptBytes(scriptPubKey);
  return sum;
}
