import { Malformed } from '../../oracles/bytes.ts';
import { parseTransaction, type RawTransaction } from '../../oracles/transaction.ts';

/** Longer texts of bytes are not decoded: it would hold up what waits to be checked. */
const MAX_HEX = 8_000_000;

/**
 * What `read` decodes; undefined for bytes that this project cannot: a chain may have forms of its own (extension blocks), which the
 * documents do not describe.
 */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** The transaction in these bytes; undefined if they are none, or if they can be read with and without a witness. */
export function readableTransaction(hex: string): RawTransaction | undefined {
  const forms = formsOf(hex);
  return forms.length === 1 ? forms[0] : undefined;
}

/** As `readableTransaction`, of one that spends something: without its witness, such bytes can be read as one that has no inputs. */
export function spendingTransaction(hex: string): RawTransaction | undefined {
  const forms = formsOf(hex).filter(({ inputs }) => inputs.length > 0);
  return forms.length === 1 ? forms[0] : undefined;
}

function formsOf(hex: string): RawTransaction[] {
  if (hex.length > MAX_HEX) return [];
  return [true, false].map((witness) => readable(() => parseTransaction(hex, { witness }))).filter((form) => form !== undefined);
}
