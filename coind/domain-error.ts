/**
 * A request that cannot be done in the present state. The message is for the caller; `reason` decides the error code
 * of the service (rpc/domain-errors.ts).
 */
export class DomainError<Reason extends string = string> extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}
