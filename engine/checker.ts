import type { At } from './finding-place.ts';

/** Takes the checks of what was returned: the trial of a case, or what judges the calls that clients made. */
export interface Checker {
  /** Records a finding unless `condition` is true. Returns `condition`. */
  ok(condition: boolean, message: string, at?: At): boolean;
  /** Records a finding unless both values are equal (numbers by value, not by notation). Returns whether they are. */
  equal(actual: unknown, expected: unknown, what: string, at?: At): boolean;
}
