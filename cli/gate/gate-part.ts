import type { Verdict } from '../../reports/verdict.ts';
import type { Context } from '../context.ts';

/** A part of a gate that is still to be done. */
export interface PlannedPart {
  readonly name: string;
  /** Name of its folder in that of the gate. */
  readonly folder: string;
  /** The line of the policy that asks for it, if it has one of its own. */
  readonly line?: number | undefined;
  /** Does it as a part of the command of this context, with its reports in this folder. Throws `UserError` if it cannot be done, and `InterruptedError`. */
  perform(out: string, context: Pick<Context, 'signal' | 'quiet'>): Promise<Verdict>;
}
