import { ExtClientError } from './ext-client-error.ts';
import type { ExtHeader } from './types.ts';

/** Block numbers have 32 bits in service transactions. */
export const MAX_BLOCK_NUMBER = 0xffffffff;

export const isBlockNumber = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_BLOCK_NUMBER;

/**
 * A header as callers and clients write it: `[block number, root as hex]`. Throws ExtClientError `invalid-ext-header` for anything else.
 * @param index in its list, for the message
 */
export function extHeaderOf(item: unknown, index: number): ExtHeader {
  const [number, root, more] = Array.isArray(item) ? (item as unknown[]) : [];
  if (isBlockNumber(number) && typeof root === 'string' && /^[0-9a-f]{64}$/i.test(root) && more === undefined)
    return { number, root: Buffer.from(root, 'hex') };
  throw new ExtClientError(
    'invalid-ext-header',
    `Header ${index} is not [block number from 0 to ${MAX_BLOCK_NUMBER}, transaction root of 64 hex digits]`,
  );
}
