import { preparedTxid } from '../transactions/sign.ts';

/** The next transactions of a prepared file in hex, as many as there are up to `count`. */
export async function takeTransactions(file: AsyncIterator<string>, count: number): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < count) {
    const { value, done } = await file.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}

/** The id of a transaction of a prepared file; a text in its place where it is no transaction. */
export function txidOf(hex: string, index: number): string {
  try {
    return preparedTxid(hex);
  } catch (error) {
    if (error instanceof RangeError) return `no transaction (number ${index} of the prepared file)`;
    throw error;
  }
}
