/**
 * What was asked for cannot be done as things are. The message is for the caller; `reason` decides which code of the
 * service it gets (rpc/domain-errors.ts).
 */
export class DomainError<Reason extends string = string> extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}
