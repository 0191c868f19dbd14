import { CaseOver, type Trial } from '../../engine/trial.ts';
import { Malformed } from '../../oracles/bytes.ts';

/** The value that `read` decodes from bytes of the node. Bytes that it cannot decode are a finding and end the case. */
export function decoded<T>(t: Trial, what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    t.ok(false, `${what} cannot be decoded: ${error.message}`, { check: 'malformed' });
    throw new CaseOver();
  }
}
