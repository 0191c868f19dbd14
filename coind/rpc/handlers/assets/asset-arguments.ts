import type {
  AuxFeeDetailsArgument,
  EmptyPlaceholderArgument,
  NotaryDetailsArgument,
} from '../../../../specs/model/generated/methods.d.ts';
import { EXT_ADDRESS_SIZE, MAX_ASSET_PRECISION, MAX_SYMBOL_LENGTH } from '../../../assets/limits.ts';
import { ALL_UPDATE_FLAGS, type AuxFees, type NotaryDetails } from '../../../assets/types.ts';
import type { ChainParams } from '../../../params.ts';
import { formatUnits, parseUnits } from '../../../primitives/amount.ts';
import { scriptOf } from '../../../script/addresses.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import { isHex } from '../../shapes/hashes.ts';

/** Decimal places of the share of a fee level: 0.65535 is the largest. */
const SHARE_PLACES = 5;
const MAX_SHARE = 65_535n;

const invalid = (message: string): RpcError => new RpcError(RpcCode.invalidParameter, message);

/** Smallest units of an amount of an asset. Throws `RpcError` -3 for more decimals than the asset has, and for none or less. */
export function unitsFrom(text: string, precision: number, name: string): bigint {
  const units = parseUnits(text, precision);
  if (units === undefined)
    throw new RpcError(RpcCode.type, `Invalid amount: ${name} is ${text}, expected at most ${precision} decimals and 18 digits in all`);
  if (units <= 0n) throw new RpcError(RpcCode.type, `Amount out of range: ${name} is ${text}, expected more than 0`);
  return units;
}

/** Throws `RpcError` -5 for an address that is none of this chain. */
export function scriptFrom(address: string, name: string, params: ChainParams): Buffer {
  const script = scriptOf(address, params);
  if (script === undefined) throw new RpcError(RpcCode.invalidAddressOrKey, `Invalid address: ${name} is ${address}`);
  return script;
}

/** Throws `RpcError` -8 for anything but 1 to 8 characters. */
export function symbolFrom(symbol: string): string {
  const { length } = Array.from(symbol);
  if (length >= 1 && length <= MAX_SYMBOL_LENGTH) return symbol;
  throw invalid(`symbol has ${length} characters, expected 1 to ${MAX_SYMBOL_LENGTH}`);
}

/** Throws `RpcError` -8 for anything but 0 to 8. */
export function precisionFrom(precision: number): number {
  if (precision >= 0 && precision <= MAX_ASSET_PRECISION) return precision;
  throw invalid(`precision is ${precision}, expected 0 to ${MAX_ASSET_PRECISION}`);
}

/** Throws `RpcError` -8 for anything but 0 to 127. */
export function flagsFrom(flags: number): number {
  if (flags >= 0 && flags <= ALL_UPDATE_FLAGS) return flags;
  throw invalid(`updatecapability_flags is ${flags}, expected 0 to ${ALL_UPDATE_FLAGS}`);
}

/** A contract on the external chain; empty for none. Throws `RpcError` -8. */
export function contractFrom(text: string): Buffer {
  return text === '' ? Buffer.alloc(0) : extAddressFrom(text, 'contract');
}

/** An address of the external chain. Throws `RpcError` -8 for anything but 20 bytes as hex without 0x. */
export function extAddressFrom(text: string, name: string): Buffer {
  if (isHex(text) && text.length === 2 * EXT_ADDRESS_SIZE) return Buffer.from(text, 'hex');
  throw invalid(`${name} is ${text}, expected ${EXT_ADDRESS_SIZE} bytes as hex without 0x`);
}

/** Output script of a notary; empty without one. Throws `RpcError` -5 for an invalid address. */
export function notaryFrom(address: string, params: ChainParams): Buffer {
  return address === '' ? Buffer.alloc(0) : scriptFrom(address, 'notary_address', params);
}

/** Undefined for an empty object. */
export function notaryDetailsFrom(details: NotaryDetailsArgument | EmptyPlaceholderArgument): NotaryDetails | undefined {
  if (!('endpoint' in details)) return undefined;
  const { endpoint, instant_transfers: instantTransfers, hd_required: hdRequired } = details;
  return { endpoint, instantTransfers, hdRequired };
}

/** Undefined for an empty object. Throws `RpcError` -8 for a structure that does not alternate bounds and shares, -5 for an invalid address. */
export function auxFeesFrom(
  details: AuxFeeDetailsArgument | EmptyPlaceholderArgument,
  precision: number,
  params: ChainParams,
): AuxFees | undefined {
  if (!('auxfee_address' in details)) return undefined;
  const { auxfee_address: address, fee_struct: entries } = details;
  if (entries.length === 0 || entries.length % 2 !== 0)
    throw invalid(`fee_struct has ${entries.length} entries, expected bounds and percentages in turn`);
  const levels = Array.from({ length: entries.length / 2 }, (_, level) => ({
    bound: boundFrom(entries[2 * level]!, precision),
    share: shareFrom(entries[2 * level + 1]!),
  }));
  return { script: scriptFrom(address, 'auxfee_address', params), levels };
}

function boundFrom(text: string, precision: number): bigint {
  const bound = parseUnits(text, precision);
  if (bound !== undefined && bound >= 0n) return bound;
  throw invalid(`fee_struct has the bound ${text}, expected an amount with at most ${precision} decimals`);
}

function shareFrom(text: string): number {
  const share = parseUnits(text, SHARE_PLACES);
  if (share !== undefined && share >= 0n && share <= MAX_SHARE) return Number(share);
  throw invalid(`fee_struct has the percentage ${text}, expected 0 to ${formatUnits(MAX_SHARE, SHARE_PLACES)}`);
}
