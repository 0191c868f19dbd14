import { CaseOver, type Trial } from '../../engine/trial.ts';

/** An item that must be there; where it is not, that is a finding and the case is over. */
export function present<T>(t: Trial, value: T | undefined | null, message: string, path?: string): T {
  if (!t.ok(value !== undefined && value !== null, message, { check: 'presence', ...(path !== undefined && { path }) }))
    throw new CaseOver();
  return value as T;
}
