const scratch = Buffer.alloc(32);

/** The 32-byte hash at an offset in display order: reversed, lower-case hex. */
export function idAt(bytes: Uint8Array, offset: number): string {
  for (let i = 0; i < 32; i++) scratch[31 - i] = bytes[offset + i]!;
  return scratch.toString('hex');
}

/** A 32-byte hash in display order. Throws `RangeError` for another length. */
export function toId(bytes: Uint8Array): string {
  if (bytes.length !== 32) throw new RangeError(`expected 32 bytes, got ${bytes.length}`);
  return idAt(bytes, 0);
}

/** Writes the 32 bytes of a hash in display order, which must be well-formed, into a buffer. */
export function writeId(id: string, bytes: Buffer, offset: number): void {
  bytes.write(id, offset, 'hex');
  for (let low = offset, high = offset + 31; low < high; low++, high--) {
    const byte = bytes[low]!;
    bytes[low] = bytes[high]!;
    bytes[high] = byte;
  }
}

/** The 32 bytes in wire order of a hash in display order. Throws `RangeError` for anything but 64 hex digits. */
export function fromId(id: string): Buffer {
  const bytes = Buffer.from(id, 'hex');
  if (id.length !== 64 || bytes.length !== 32) throw new RangeError(`expected 64 hex digits, got '${id}'`);
  return bytes.reverse();
}
