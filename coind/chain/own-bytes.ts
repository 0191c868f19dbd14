/** Buffers up to this size are shared with no more than a few others: node's own pool. */
const { poolSize } = Buffer;

/** The bytes, copied where they are a part of much more, as of a whole block, that would be kept in memory along with them. */
export function ownBytes(bytes: Buffer): Buffer {
  return bytes.buffer.byteLength <= poolSize ? bytes : Buffer.from(bytes);
}
