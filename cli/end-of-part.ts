import { UserError } from '../specs/model/user-error.ts';
import { endVerdict } from './end-verdict.ts';
import { InterruptedError } from './interruption.ts';
import { systemErrorText } from './system-error.ts';
import type { Verdict } from '../reports/verdict.ts';

/** How a part of a command ends by an error. */
export interface PartEnd {
  readonly exitCode: Verdict['code'];
  readonly title: string;
  readonly reasons: readonly string[];
  /** Such as the last output of a node. */
  readonly details: readonly string[];
}

/** How a part ends by an error; undefined for an internal error. */
export function endOfPart(error: unknown): PartEnd | undefined {
  if (!(error instanceof InterruptedError || error instanceof UserError) && systemErrorText(error) === undefined) return undefined;
  const { code, title, reasons } = endVerdict(error);
  return { exitCode: code, title, reasons, details: error instanceof UserError ? error.details : [] };
}
