import type { Checker } from '../../engine/checker.ts';
import { CaseOver } from '../../engine/trial.ts';

/** The item itself. Ends the case with a finding if it is missing. */
export function present<T>(t: Checker, value: T | undefined | null, message: string, path?: string): T {
  if (!t.ok(value !== undefined && value !== null, message, { check: 'presence', ...(path !== undefined && { path }) }))
    throw new CaseOver();
  return value as T;
}
