/** Order of secp256k1, and half of it, as 32 bytes. */
const order = Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex');
const halfOrder = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/**
 * R and S (32 bytes each) of an ECDSA signature in lax DER, as nodes parse it: lengths may be in long form, numbers padded
 * or negative, and trailing bytes are ignored. Undefined if parsing fails. If R or S is too large both become zero, which
 * no verification accepts.
 */
export function parseLaxDer(bytes: Uint8Array): Buffer | undefined {
  let at = 0;
  const end = bytes.length;
  if (bytes[at++] !== 0x30) return undefined;
  const sequence = bytes[at++];
  if (sequence === undefined) return undefined;
  if ((sequence & 0x80) !== 0) at += sequence & 0x7f; // the length of the sequence is ignored
  const compact = Buffer.alloc(64);
  let overflow = false;
  for (const offset of [0, 32]) {
    if (at >= end || bytes[at++] !== 0x02) return undefined;
    let size = bytes[at++];
    if (size === undefined) return undefined;
    if ((size & 0x80) !== 0) {
      let lengthBytes = size & 0x7f;
      if (lengthBytes > end - at) return undefined;
      for (; lengthBytes > 0 && bytes[at] === 0; lengthBytes--) at += 1;
      if (lengthBytes >= 4) return undefined;
      for (size = 0; lengthBytes > 0; lengthBytes--) size = size * 256 + bytes[at++]!;
    }
    if (size > end - at) return undefined;
    let start = at;
    at += size;
    while (start < at && bytes[start] === 0) start += 1;
    if (at - start > 32) overflow = true;
    else compact.set(bytes.subarray(start, at), offset + 32 - (at - start));
  }
  if (overflow || order.compare(compact, 0, 32) <= 0 || order.compare(compact, 32, 64) <= 0) compact.fill(0);
  return compact;
}

/** @param compact R and S */
export function hasLowS(compact: Buffer): boolean {
  return halfOrder.compare(compact, 32, 64) >= 0;
}

/** R and S as strict DER. */
export function encodeDer(compact: Uint8Array): Buffer {
  const r = derInteger(compact, 0);
  const s = derInteger(compact, 32);
  return Buffer.from([0x30, 4 + r.length + s.length, 0x02, r.length, ...r, 0x02, s.length, ...s]);
}

/** 32 bytes as the shortest non-negative DER integer. */
function derInteger(bytes: Uint8Array, offset: number): number[] {
  let start = offset;
  while (start < offset + 31 && bytes[start] === 0) start += 1;
  const digits = [...bytes.subarray(start, offset + 32)];
  return (digits[0]! & 0x80) !== 0 ? [0, ...digits] : digits;
}
