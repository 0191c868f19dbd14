import type { Problem } from '../../reports/problem.ts';

/** How a part of a gate ended. */
export interface PartOutcome {
  readonly exitCode: number;
  readonly title: string;
  readonly reasons: readonly string[];
  readonly problems: readonly Problem[];
}

/** A part of a gate that is still to be done. */
export interface PlannedPart {
  readonly name: string;
  /** Name of its folder in that of the gate. */
  readonly folder: string;
  /** Does it, with its reports in this folder. Throws `UserError` if it cannot be done, and `InterruptedError`. */
  perform(outDir: string): Promise<PartOutcome>;
}
