import type { Methods } from '../../specs/model/generated/methods.d.ts';
import { RpcCode } from './errors.ts';
import type { MethodId } from './handler.ts';

/** A method and one of its arguments, as `getblock verbosity`. */
type ArgumentOf = { [Id in MethodId]: `${Id} ${keyof Methods[Id]['params'] & string}` }[MethodId];

/** What is answered to a value that is of the right JSON type and yet not one of those that there are. */
export interface Refusal {
  readonly code: number;
  /** `help`: the help of the method. `{value}` and `{name}` stand for the value and the argument. */
  readonly message: string | 'help';
}

const invalid: Refusal = { code: RpcCode.invalidParameter, message: 'Invalid parameter {name}' };

// Codes and texts are the node family's, for the documents leave errors open.

/** By the kind of an argument. */
const kindRefusals: { readonly [kind: string]: Refusal } = {
  AddressType: { code: RpcCode.invalidAddressOrKey, message: "Unknown address type '{value}'" },
  EstimateMode: { code: RpcCode.invalidParameter, message: 'Invalid estimate_mode parameter' },
  SighashType: { code: RpcCode.misc, message: '{value} is not a valid sighash parameter.' },
  StatName: { code: RpcCode.invalidParameter, message: 'Invalid selected statistic {value}' },
};

/** By method and argument, or member of one; what is not here is -8. */
const valueRefusals: { readonly [Argument in ArgumentOf | 'getblocktemplate mode']?: Refusal } = {
  'addnode command': { code: RpcCode.misc, message: 'help' },
  'setban command': { code: RpcCode.misc, message: 'help' },
  'scantxoutset action': { code: RpcCode.invalidParameter, message: 'Invalid command' },
  'getblocktemplate mode': { code: RpcCode.invalidParameter, message: 'Invalid mode' },
};

/** What to answer to a value that is none of those listed. */
export function valueRefusal(method: string, name: string, kinds: readonly string[]): Refusal {
  for (const kind of kinds) {
    const refusal = kindRefusals[kind];
    if (refusal !== undefined) return refusal;
  }
  return valueRefusals[`${method} ${name}` as ArgumentOf] ?? invalid;
}

/** Shapes whose words may be written in any case. */
export const caseless: ReadonlySet<string> = new Set(['EstimateMode']);

/** Integers where a number beyond the last of the listed ones stands for that one, and true and false for 1 and 0. */
export const levels: ReadonlySet<string> = new Set<ArgumentOf>(['getblock verbosity']);

/** Members that are read as 32 bits with a sign, although the transaction format has one bit more for them. */
export const signedMembers: ReadonlySet<string> = new Set(['vout']);

/** Booleans for which numbers may stand: all but 0 are true. */
export const numericFlags: ReadonlySet<string> = new Set<ArgumentOf>(['getrawtransaction verbose']);

/** Words that are none of those listed, and stand for nothing: no error, as nothing is found by them. */
export const openWords: ReadonlySet<string> = new Set<ArgumentOf>(['listlabels purpose']);

/** Hashes for which an empty text may stand: as if there were none. */
export const emptyHashes: ReadonlySet<string> = new Set<ArgumentOf>(['listsinceblock blockhash']);

/** Arguments of another JSON type than they should be, where that is told otherwise than for other arguments of the method. */
const argumentRefusals: { readonly [Argument in ArgumentOf]?: Refusal } = {
  'importprunedfunds txoutproof': { code: RpcCode.invalidParameter, message: "proof must be hexadecimal string (not '')" },
  'verifytxoutproof proof': { code: RpcCode.invalidParameter, message: "proof must be hexadecimal string (not '')" },
};

export function argumentRefusal(method: string, argument: string): Refusal | undefined {
  return argumentRefusals[`${method} ${argument}` as ArgumentOf];
}

/** Items of lists that are of another JSON type than they should be; without an entry it is -1. */
const itemRefusals: { readonly [Argument in ArgumentOf]?: Refusal } = {
  'scantxoutset scanobjects': { code: RpcCode.invalidParameter, message: 'Scan object needs to be either a string or an object' },
  'createrawtransaction outputs': {
    code: RpcCode.invalidParameter,
    message: 'Invalid parameter, key-value pair not an object as expected',
  },
  'createpsbt outputs': { code: RpcCode.invalidParameter, message: 'Invalid parameter, key-value pair not an object as expected' },
  'walletcreatefundedpsbt outputs': {
    code: RpcCode.invalidParameter,
    message: 'Invalid parameter, key-value pair not an object as expected',
  },
};

export function itemRefusal(method: string, argument: string): Refusal | undefined {
  return itemRefusals[`${method} ${argument}` as ArgumentOf];
}

/** Members of objects that are missing, or of another JSON type than they should be, by shape and name. */
const memberRefusals: { readonly [member: string]: Refusal } = {
  'InputItem vout': { code: RpcCode.invalidParameter, message: 'Invalid parameter, missing vout key' },
  'InputItem txid': { code: RpcCode.misc, message: 'JSON value is not a string as expected' },
  'OutputItem data': { code: RpcCode.invalidParameter, message: 'Data must be hexadecimal string' },
  'OutputObject data': { code: RpcCode.invalidParameter, message: 'Data must be hexadecimal string' },
  'ImportRequest timestamp': { code: RpcCode.type, message: 'Missing required timestamp field for key' },
  'ScanObject desc': { code: RpcCode.invalidParameter, message: 'Descriptor needs to be provided in scan object' },
};

export function memberRefusal(kinds: readonly string[], member: string): Refusal | undefined {
  return kinds.map((kind) => memberRefusals[`${kind} ${member}`]).find((refusal) => refusal !== undefined);
}

/** Objects in which a name stands twice, by shape, or by shape and name; without an entry the name is called a duplicate key. */
const repetitionRefusals: { readonly [kindOrMember: string]: string } = {
  'OutputObject data': 'duplicate key: data',
  OutputObject: 'duplicated address: {name}',
  OutputItem: 'key-value pair must contain exactly one key',
  Recipients: 'duplicated address: {name}',
};

/** What is answered, with -8, to an object in which a name stands twice. */
export function repetitionRefusal(kinds: readonly string[], name: string): string {
  const found = kinds
    .map((kind) => repetitionRefusals[`${kind} ${name}`] ?? repetitionRefusals[kind])
    .find((message) => message !== undefined);
  return `Invalid parameter, ${(found ?? 'duplicate key: {name}').replace('{name}', () => name)}`;
}

const isNot = (what: string): Refusal => ({ code: RpcCode.misc, message: `JSON value is not ${what} as expected` });

/** Members for which null does not stand for leaving them out, by shape and name. */
const nullRefusals: { readonly [member: string]: Refusal } = {
  'FundingOptions changeAddress': isNot('a string'),
  'FundingOptions changePosition': isNot('an integer'),
  'FundingOptions change_type': isNot('a string'),
  'FundingOptions lockUnspents': isNot('a boolean'),
  'FundingOptions feeRate': { code: RpcCode.type, message: 'Amount is not a number or string' },
  'FundingOptions subtractFeeFromOutputs': isNot('an array'),
  'FundingOptions replaceable': isNot('a boolean'),
};

/** What is answered to null for a member; undefined where null is as good as nothing. */
export function nullRefusal(kinds: readonly string[], member: string): Refusal | undefined {
  return kinds.map((kind) => nullRefusals[`${kind} ${member}`]).find((refusal) => refusal !== undefined);
}

/** Objects whose members are looked at as arguments of `typeCheckedMethods` are. */
export const typeCheckedObjects: ReadonlySet<string> = new Set(['FundingOptions', 'QueryOptions', 'BumpFeeOptions', 'Outpoint', 'Prevtx']);

/** Arguments of `typeCheckedMethods` that are left out of the first look. */
export const uncheckedArguments: ReadonlySet<string> = new Set<ArgumentOf>([
  'createrawtransaction outputs',
  'createpsbt outputs',
  'walletcreatefundedpsbt outputs',
  'listunspent query_options',
  'walletprocesspsbt bip32derivs',
]);

/** Option objects in which a member that there is not is an error; elsewhere it is passed over. */
export const strictOptions: ReadonlySet<string> = new Set(['FundingOptions', 'QueryOptions', 'BumpFeeOptions']);

/**
 * Methods that look at the JSON types of all their arguments before anything else and then say so with -3; the others
 * fail with -1 where they come upon a wrong one. As observed of the node family.
 */
export const typeCheckedMethods: ReadonlySet<string> = new Set<MethodId>([
  'bumpfee',
  'combinepsbt',
  'converttopsbt',
  'createpsbt',
  'createrawtransaction',
  'decodepsbt',
  'decoderawtransaction',
  'decodescript',
  'estimatesmartfee',
  'finalizepsbt',
  'fundrawtransaction',
  'importmulti',
  'listunspent',
  'lockunspent',
  'scantxoutset',
  'sendrawtransaction',
  'setmocktime',
  'signrawtransaction',
  'signrawtransactionwithkey',
  'signrawtransactionwithwallet',
  'testmempoolaccept',
  'walletcreatefundedpsbt',
  'walletprocesspsbt',
]);
