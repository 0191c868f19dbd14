import { CaseOver, type Trial } from '../../../engine/trial.ts';
import { Malformed } from '../../../oracles/bytes.ts';

/** Takes bytes that the node gave apart. What cannot be taken apart is a finding and ends the case. */
export function understood<T>(t: Trial, what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    t.ok(false, `${what} cannot be read: ${error.message}`, { check: 'bytes' });
    throw new CaseOver();
  }
}
