import { CaseOver, type Trial } from '../../engine/trial.ts';
import { Malformed } from '../../oracles/bytes.ts';

/** What `read` makes of bytes that the node gave. Bytes that it cannot read are a finding and end the case. */
export function decoded<T>(t: Trial, what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    t.ok(false, `${what} cannot be read: ${error.message}`, { check: 'malformed' });
    throw new CaseOver();
  }
}
