import { InvalidJson } from '../../client/json-reader.ts';
import type { Checker } from '../../engine/checker.ts';
import { CaseOver } from '../../engine/trial.ts';
import { Malformed } from '../../oracles/bytes.ts';
import { parseTransaction, type RawTransaction } from '../../oracles/transaction.ts';

/** The value that `read` decodes from bytes or JSON text of the node. What it cannot decode are a finding and end the case. */
export function decoded<T>(t: Checker, what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Malformed || error instanceof InvalidJson)) throw error;
    t.ok(false, `${what} cannot be decoded: ${error.message}`, { check: 'malformed' });
    throw new CaseOver();
  }
}

/** A transaction of the node, as decoded here. */
export const decodedTransaction = (t: Checker, hex: string): RawTransaction => decoded(t, 'the transaction', () => parseTransaction(hex));
