import type { ChainParams } from '../params.ts';
import { addressOf } from '../script/addresses.ts';

/** Maximum number of cached addresses. */
const MAX_CACHED = 20_000;
const caches = new WeakMap<ChainParams, Map<string, string | undefined>>();

/** `addressOf` with a cache: wallet lists repeat the same few addresses, and encoding dominates their cost. */
export function cachedAddressOf(script: Buffer, params: ChainParams): string | undefined {
  let addresses = caches.get(params);
  if (!addresses || addresses.size >= MAX_CACHED) {
    addresses = new Map();
    caches.set(params, addresses);
  }
  const key = script.toString('latin1');
  let address = addresses.get(key);
  if (address === undefined && !addresses.has(key)) {
    address = addressOf(script, params);
    addresses.set(key, address);
  }
  return address;
}
