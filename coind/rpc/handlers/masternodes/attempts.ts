import { DomainError } from '../../../domain-error.ts';

/** What came of several attempts. */
export interface Attempts<Extra = object> {
  /** A sentence with the numbers. */
  readonly overall: string;
  readonly detail: { readonly [name: string]: Extra & { readonly result: 'successful' | 'failed'; readonly errorMessage?: string } };
}

/** What is attempted for an item. */
interface Attempting<Item, Extra> {
  readonly nameOf: (item: Item) => string;
  readonly attempt: (item: Item) => Extra;
  /** What the result has of each item besides. */
  readonly extra?: (item: Item) => Extra;
}

/**
 * Attempts something for each item. A refused item does not end the others; any other error does.
 * @param done what an attempt does, in the past participle
 */
export function attemptAll<Item, Extra extends object>(
  done: string,
  items: readonly Item[],
  { nameOf, attempt, extra }: Attempting<Item, Extra>,
): Attempts<Extra> {
  const detail: Record<string, Attempts<Extra>['detail'][string]> = {};
  let failures = 0;
  for (const item of items) {
    try {
      detail[nameOf(item)] = { ...attempt(item), result: 'successful' };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      failures += 1;
      detail[nameOf(item)] = { ...(extra?.(item) as Extra), result: 'failed', errorMessage: error.message };
    }
  }
  const count = items.length - failures;
  return { overall: `Successfully ${done} ${count} masternodes, failed for ${failures}, total ${items.length}`, detail };
}
