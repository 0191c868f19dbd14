import type { ChainParams } from '../params.ts';
import { addressOf } from '../script/addresses.ts';

/** As many as wallets of a node ask for again and again; beyond that they are worked out anew. */
const MAX_KNOWN = 20_000;
const known = new WeakMap<ChainParams, Map<string, string | undefined>>();

/** `addressOf`, remembered: lists of a wallet name the same few addresses over and over, and encoding is what they cost. */
export function knownAddressOf(script: Buffer, params: ChainParams): string | undefined {
  let addresses = known.get(params);
  if (!addresses || addresses.size >= MAX_KNOWN) {
    addresses = new Map();
    known.set(params, addresses);
  }
  const key = script.toString('latin1');
  let address = addresses.get(key);
  if (address === undefined && !addresses.has(key)) {
    address = addressOf(script, params);
    addresses.set(key, address);
  }
  return address;
}
