export interface UserErrorOptions {
  /** What to do next: `give http://host:port`. */
  readonly remedy?: string;
  /** Lines that are shown below the message, such as the last ones of a node. */
  readonly details?: readonly string[];
  readonly cause?: unknown;
}

/**
 * What was asked for cannot be done, for a reason outside Pyx: an option, a file, an address, a node. Programs show such an
 * error without a stack, and end with 2. Each room has classes of its own, for callers who treat them differently.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly remedy: string | undefined;
  readonly details: readonly string[];

  /**
   * @param problem what was expected, what came, and where. `message` is this and the remedy, so that it is complete
   * wherever it is shown.
   */
  constructor(problem: string, { remedy, details = [], cause }: UserErrorOptions = {}) {
    super(remedy === undefined ? problem : `${problem}; ${remedy}`, { ...(cause !== undefined && { cause }) });
    this.remedy = remedy;
    this.details = details;
  }
}
