/** Why no transaction can be made of what was asked for; the message is for people. Methods give it a code of their own. */
export class FundingError extends Error {
  override readonly name = 'FundingError';
}
