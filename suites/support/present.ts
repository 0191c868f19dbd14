import { stringify } from '../../client/wire-json.ts';
import type { Checker } from '../../engine/checker.ts';
import { CaseOver } from '../../engine/trial.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** Whether an answer has content, in whatever form. */
export const hasContent = (value: Wire): boolean => !['""', 'null', '{}', '[]'].includes(stringify(value));

/** The item itself. Ends the case with a finding if it is missing. */
export function present<T>(t: Checker, value: T | undefined | null, message: string, path?: string): T {
  if (!t.ok(value !== undefined && value !== null, message, { check: 'presence', ...(path !== undefined && { path }) }))
    throw new CaseOver();
  return value as T;
}
