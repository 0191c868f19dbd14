import type { Rejection } from '../primitives/rejection.ts';
import { EXT_ADDRESS_SIZE, MAX_ASSET_PRECISION, MAX_ASSET_SUPPLY, MAX_SYMBOL_LENGTH } from './limits.ts';
import { ALL_UPDATE_FLAGS, type AssetFields } from './types.ts';

/** Checks the fields of a new or changed asset (document 3, Platform tokens); undefined if they are valid. */
export function checkFields(fields: AssetFields): Rejection | undefined {
  const { contract, maxSupply, notary, notaryDetails, updateFlags } = fields;
  if (contract.length !== 0 && contract.length !== EXT_ADDRESS_SIZE)
    return { reason: 'bad-asset-contract', detail: `contract of ${contract.length} bytes instead of ${EXT_ADDRESS_SIZE} or none` };
  if (maxSupply < 1n || maxSupply > MAX_ASSET_SUPPLY)
    return { reason: 'bad-asset-supply', detail: `maximum supply ${maxSupply} is not between 1 and ${MAX_ASSET_SUPPLY} smallest units` };
  if (notaryDetails !== undefined && notary.length === 0)
    return { reason: 'bad-asset-notary', detail: 'notary details without a notary address' };
  if (updateFlags > ALL_UPDATE_FLAGS)
    return { reason: 'bad-asset-flags', detail: `update flags ${updateFlags} are above ${ALL_UPDATE_FLAGS}` };
  return undefined;
}

/** Checks what an assetnew fixes for good; undefined if it is valid. */
export function checkIdentity(symbol: string, precision: number): Rejection | undefined {
  const { length } = Array.from(symbol);
  if (length < 1 || length > MAX_SYMBOL_LENGTH)
    return { reason: 'bad-asset-symbol', detail: `symbol of ${length} characters instead of 1 to ${MAX_SYMBOL_LENGTH}` };
  if (precision > MAX_ASSET_PRECISION)
    return { reason: 'bad-asset-precision', detail: `precision ${precision} is above ${MAX_ASSET_PRECISION}` };
  return undefined;
}
