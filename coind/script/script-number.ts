/** Whether a number is minimally encoded: without a final zero byte that is not needed for the sign. */
function isMinimal(bytes: Uint8Array): boolean {
  const last = bytes[bytes.length - 1];
  if (last === undefined || (last & 0x7f) !== 0) return true;
  return bytes.length > 1 && (bytes[bytes.length - 2]! & 0x80) !== 0;
}

/** Numbers on the stack: little-endian, the highest bit is the sign, zero is the empty element. */
export const scriptNumber = {
  encode(value: number | bigint): Buffer {
    let rest = BigInt(value);
    if (rest === 0n) return Buffer.alloc(0);
    const negative = rest < 0n;
    if (negative) rest = -rest;
    const bytes: number[] = [];
    for (; rest > 0n; rest >>= 8n) bytes.push(Number(rest & 0xffn));
    if ((bytes[bytes.length - 1]! & 0x80) !== 0) bytes.push(0);
    if (negative) bytes[bytes.length - 1]! |= 0x80;
    return Buffer.from(bytes);
  },

  /** Undefined if it is longer than `maxSize` bytes (default 4, at most 6), or with `minimal` not minimally encoded. */
  decode(bytes: Uint8Array, options: { readonly maxSize?: number; readonly minimal?: boolean } = {}): number | undefined {
    const { length } = bytes;
    if (length > (options.maxSize ?? 4) || (options.minimal === true && !isMinimal(bytes))) return undefined;
    if (length === 0) return 0;
    let value = 0;
    for (let i = length - 1; i >= 0; i--) value = value * 256 + (i === length - 1 ? bytes[i]! & 0x7f : bytes[i]!);
    return (bytes[length - 1]! & 0x80) !== 0 && value !== 0 ? -value : value;
  },
};
