/** Bytes that are not what they were read as: cut short, too long, or not in their one valid form. */
export class DeserializationError extends Error {
  override readonly name = 'DeserializationError';
}
