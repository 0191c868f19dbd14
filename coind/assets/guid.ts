import { ByteWriter } from '../primitives/byte-writer.ts';
import { hash256 } from '../primitives/hash.ts';
import type { Outpoint } from '../primitives/types.ts';

/** The guid of an asset that a transaction with this first input creates: the low 32 bits of a hash of the input. */
export function guidOf({ txid, vout }: Outpoint): number {
  return hash256(new ByteWriter(36).id(txid).u32le(vout).finish()).readUInt32LE(0);
}
