import type { OutputItemArgument, OutputObjectArgument } from '../../../specs/model/generated/methods.d.ts';
import type { ChainParams } from '../../params.ts';
import { moneyInRange } from '../../primitives/amount.ts';
import type { TxOutput } from '../../primitives/types.ts';
import { scriptOf } from '../../script/addresses.ts';
import { buildScript } from '../../script/script.ts';
import { op } from '../../script/opcodes.ts';
import { RpcCode, RpcError } from '../errors.ts';
import { bytesFrom } from './hashes.ts';

/** A list of objects with one member each, or one object with all members (document 1, Shared argument shapes). */
export type OutputList = readonly OutputItemArgument[] | OutputObjectArgument;

/** A requested output; without an address it carries data. */
export interface RequestedOutput extends TxOutput {
  readonly address: string | undefined;
}

const DATA = 'data';

/**
 * The outputs of a new transaction, in the given order. Throws `RpcError` -8 for a repeated address or data and for list
 * items without exactly one member, -5 for an invalid address, -3 for an amount out of range.
 */
export function outputsFrom(list: OutputList, params: ChainParams): RequestedOutput[] {
  const members = Array.isArray(list) ? (list as readonly OutputItemArgument[]).map(onlyMember) : Object.entries(list);
  const seen = new Set<string>();
  return members.map(([to, value]) => {
    if (to === DATA) {
      if (seen.has(DATA)) throw new RpcError(RpcCode.invalidParameter, 'Invalid parameter, duplicate key: data');
      seen.add(DATA);
      return dataOutput(value);
    }
    const scriptPubKey = scriptOf(to, params);
    if (scriptPubKey === undefined) throw new RpcError(RpcCode.invalidAddressOrKey, `Invalid address: ${to}`);
    // One script can have several addresses, so the script is compared.
    const key = scriptPubKey.toString('hex');
    if (seen.has(key)) throw new RpcError(RpcCode.invalidParameter, `Invalid parameter, duplicated address: ${to}`);
    seen.add(key);
    return { address: to, valueSat: amountOf(value), scriptPubKey };
  });
}

function onlyMember(item: OutputItemArgument): [string, bigint | string] {
  const [member, ...others] = Object.entries(item);
  if (member === undefined || others.length > 0) {
    throw new RpcError(RpcCode.invalidParameter, 'Invalid parameter, key-value pair must contain exactly one key');
  }
  return member;
}

function dataOutput(value: bigint | string): RequestedOutput {
  if (typeof value !== 'string') throw new RpcError(RpcCode.type, 'Data must be hexadecimal string');
  return { address: undefined, valueSat: 0n, scriptPubKey: buildScript([op.OP_RETURN, bytesFrom(value, 'Data')]) };
}

function amountOf(value: bigint | string): bigint {
  if (typeof value !== 'bigint') throw new RpcError(RpcCode.type, 'Invalid amount');
  if (!moneyInRange(value)) throw new RpcError(RpcCode.type, 'Amount out of range');
  return value;
}
