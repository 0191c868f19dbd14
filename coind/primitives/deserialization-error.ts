/** Bytes cannot be deserialised: truncated, too long, or not in canonical form. */
export class DeserializationError extends Error {
  override readonly name = 'DeserializationError';
}
