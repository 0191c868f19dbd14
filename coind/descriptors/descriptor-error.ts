/** A text that is no descriptor, or one that no scripts can be made of. */
export class DescriptorError extends Error {
  override readonly name = 'DescriptorError';
}
