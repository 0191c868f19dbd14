/** Buffers up to this size share memory with only a few others, in Node's own pool. */
const { poolSize } = Buffer;

/** The bytes, copied if they are part of a much larger buffer (a whole block), which they would keep in memory. */
export function ownBytes(bytes: Buffer): Buffer {
  return bytes.buffer.byteLength <= poolSize ? bytes : Buffer.from(bytes);
}
