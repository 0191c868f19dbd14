export interface UserErrorOptions {
  /** What to do next: `use http://host:port`. */
  readonly remedy?: string | undefined;
  /** Lines shown below the message, such as the last output of a node. */
  readonly details?: readonly string[];
  readonly cause?: unknown;
}

/**
 * A request cannot be carried out for a reason outside Pyx: an option, a file, an address, a node. Programs show such an
 * error without a stack and exit with 2. Each module has its own subclasses, for callers that handle them differently.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly remedy: string | undefined;
  readonly details: readonly string[];

  /**
   * @param problem what was expected, what was received, and where. `message` is the problem and the remedy, so that it
   * is always complete.
   */
  constructor(problem: string, { remedy, details = [], cause }: UserErrorOptions = {}) {
    super(remedy === undefined ? problem : `${problem}; ${remedy}`, { ...(cause !== undefined && { cause }) });
    this.remedy = remedy;
    this.details = details;
  }
}
