import { type ByteReader, Malformed, compactSize, joined } from './bytes.ts';

/** What the outputs of a transaction carry of one asset. */
export interface AssetAllocation {
  readonly guid: number;
  /** Index of the output, and the amount in smallest units; 0 is the ownership of the asset. */
  readonly outputs: readonly { readonly n: number; readonly amount: bigint }[];
}

const MAX_GUID = 0xffff_ffffn;
/** Trailing zeros that the compressed form of an amount can express. */
const MAX_ZEROS = 9;

/**
 * The list with which the service data of an asset transaction begins: a count, then for each asset its guid as a VARINT, a
 * count, and for each output its index and its amount as a VARINT of the compressed amount.
 */
export function allocationListBytes(allocations: readonly AssetAllocation[]): Uint8Array {
  const parts: Uint8Array[] = [compactSize(allocations.length)];
  for (const { guid, outputs } of allocations) {
    parts.push(varIntBytes(BigInt(guid)), compactSize(outputs.length));
    for (const { n, amount } of outputs) parts.push(compactSize(n), amountBytes(amount));
  }
  return joined(...parts);
}

/** An amount as service data have it: a VARINT of the compressed amount. */
export const amountBytes = (amount: bigint): Uint8Array => varIntBytes(compressed(amount));

/** Reads an allocation list from the front; what follows it stays in the reader. Throws `Malformed`. */
export function readAllocationList(reader: ByteReader): AssetAllocation[] {
  return reader.list((from) => {
    const guid = readVarInt(from);
    if (guid > MAX_GUID) throw new Malformed(`expected a guid of 32 bits, got ${guid}`);
    return { guid: Number(guid), outputs: from.list((reader) => ({ n: reader.compactSize(), amount: decompressed(readVarInt(reader)) })) };
  });
}

/** Base 128, the highest digit first; all digits but the last have bit 7 set and are one less than their value. */
function varIntBytes(value: bigint): Uint8Array {
  const digits = [Number(value & 0x7fn)];
  for (let rest = value >> 7n; rest > 0n; rest >>= 7n) {
    rest -= 1n;
    digits.unshift(Number(rest & 0x7fn) | 0x80);
  }
  return Uint8Array.from(digits);
}

function readVarInt(reader: ByteReader): bigint {
  let value = 0n;
  for (;;) {
    const digit = reader.uint(1);
    value = (value << 7n) | BigInt(digit & 0x7f);
    if (digit < 0x80) return value;
    value += 1n;
  }
}

/** An amount without its trailing zeros, with their number and the last other digit in front of them. */
function compressed(amount: bigint): bigint {
  if (amount === 0n) return 0n;
  const zeros = Math.min(MAX_ZEROS, /0*$/.exec(amount.toString())![0].length);
  const rest = amount / 10n ** BigInt(zeros);
  const head = zeros === MAX_ZEROS ? rest - 1n : (rest / 10n) * 9n + (rest % 10n) - 1n;
  return head * 10n + BigInt(zeros) + 1n;
}

function decompressed(value: bigint): bigint {
  if (value === 0n) return 0n;
  const zeros = (value - 1n) % 10n;
  const head = (value - 1n) / 10n;
  const rest = zeros === BigInt(MAX_ZEROS) ? head + 1n : (head / 9n) * 10n + (head % 9n) + 1n;
  return rest * 10n ** zeros;
}
