import type { MemberForm } from '../../specs/model/argument-form.ts';
import type { Methods } from '../../specs/model/generated/methods.d.ts';
import { RpcCode } from './errors.ts';
import type { MethodId } from './handler.ts';

/** A method and one of its arguments, as `getblock verbosity`. */
type ArgumentOf = { [Id in MethodId]: `${Id} ${keyof Methods[Id]['params'] & string}` }[MethodId];

/** The error for a value of the right JSON type that is not a valid one. */
export interface Refusal {
  readonly code: number;
  /** `help` stands for the help of the method, `{value}` for the value, `{name}` for the argument. */
  readonly message: string | 'help';
}

const invalid: Refusal = { code: RpcCode.invalidParameter, message: 'Invalid parameter {name}' };

// Codes and texts are the node family's, because the documents leave errors open.

/** By the kind of an argument. */
const kindRefusals: { readonly [kind: string]: Refusal } = {
  AddressType: { code: RpcCode.invalidAddressOrKey, message: "Unknown address type '{value}'" },
  EstimateMode: { code: RpcCode.invalidParameter, message: 'Invalid estimate_mode parameter' },
  SighashType: { code: RpcCode.misc, message: '{value} is not a valid sighash parameter.' },
  StatName: { code: RpcCode.invalidParameter, message: 'Invalid selected statistic {value}' },
};

/** By method and argument, or member of one. All others are -8. */
const valueRefusals: { readonly [Argument in ArgumentOf | 'getblocktemplate mode']?: Refusal } = {
  'addnode command': { code: RpcCode.misc, message: 'help' },
  'setban command': { code: RpcCode.misc, message: 'help' },
  'scantxoutset action': { code: RpcCode.invalidParameter, message: 'Invalid command' },
  'getblocktemplate mode': { code: RpcCode.invalidParameter, message: 'Invalid mode' },
};

/** The error for a value that is not one of the listed values. */
export function valueRefusal(method: string, name: string, kinds: readonly string[]): Refusal {
  for (const kind of kinds) {
    const refusal = kindRefusals[kind];
    if (refusal !== undefined) return refusal;
  }
  return valueRefusals[`${method} ${name}` as ArgumentOf] ?? invalid;
}

/** Shapes whose values are case-insensitive. */
export const caseInsensitive: ReadonlySet<string> = new Set(['EstimateMode']);

/** Integers that are clamped to the listed values; true and false count as 1 and 0. */
export const clampedLevels: ReadonlySet<string> = new Set<ArgumentOf>(['getblock verbosity']);

/** Members that are read as signed 32-bit integers, although the transaction format has unsigned ones. */
export const signedMembers: ReadonlySet<string> = new Set(['vout']);

/** Booleans that may be given as numbers: 0 is false, others are true. */
export const numericFlags: ReadonlySet<string> = new Set<ArgumentOf>(['getrawtransaction verbose']);

/** Arguments with listed values where other values are no error and match nothing. */
export const openEnums: ReadonlySet<string> = new Set<ArgumentOf>(['listlabels purpose']);

/** Hashes that may be an empty string, which counts as left out. */
export const optionalHashes: ReadonlySet<string> = new Set<ArgumentOf>(['listsinceblock blockhash']);

/** Errors for arguments of a wrong JSON type that differ from those of other arguments of the method. */
const argumentRefusals: { readonly [Argument in ArgumentOf]?: Refusal } = {
  'importprunedfunds txoutproof': { code: RpcCode.invalidParameter, message: "proof must be hexadecimal string (not '')" },
  'verifytxoutproof proof': { code: RpcCode.invalidParameter, message: "proof must be hexadecimal string (not '')" },
};

export function argumentRefusal(method: string, argument: string): Refusal | undefined {
  return argumentRefusals[`${method} ${argument}` as ArgumentOf];
}

/** Errors for list items of a wrong JSON type; without an entry the code is -1. */
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

/** Errors for object members that are missing or of a wrong JSON type, by shape and name. */
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

/** Messages for a repeated name in an object, by shape, or by shape and name; without an entry it is a duplicate key. */
const repetitionRefusals: { readonly [kindOrMember: string]: string } = {
  'OutputObject data': 'duplicate key: data',
  OutputObject: 'duplicated address: {name}',
  OutputItem: 'key-value pair must contain exactly one key',
  Recipients: 'duplicated address: {name}',
};

/** The message, of code -8, for a repeated name in an object. */
export function repetitionRefusal(kinds: readonly string[], name: string): string {
  const found = kinds
    .map((kind) => repetitionRefusals[`${kind} ${name}`] ?? repetitionRefusals[kind])
    .find((message) => message !== undefined);
  return `Invalid parameter, ${(found ?? 'duplicate key: {name}').replace('{name}', () => name)}`;
}

const isNot = (what: string): Refusal => ({ code: RpcCode.misc, message: `JSON value is not ${what} as expected` });

/** Errors for members where null does not count as left out, by shape and name. */
const nullRefusals: { readonly [member: string]: Refusal } = {
  'FundingOptions changeAddress': isNot('a string'),
  'FundingOptions changePosition': isNot('an integer'),
  'FundingOptions change_type': isNot('a string'),
  'FundingOptions lockUnspents': isNot('a boolean'),
  'FundingOptions feeRate': { code: RpcCode.type, message: 'Amount is not a number or string' },
  'FundingOptions subtractFeeFromOutputs': isNot('an array'),
  'FundingOptions replaceable': isNot('a boolean'),
};

/** The error for a member that is null; undefined if null counts as left out. */
export function nullRefusal(kinds: readonly string[], member: string): Refusal | undefined {
  return kinds.map((kind) => nullRefusals[`${kind} ${member}`]).find((refusal) => refusal !== undefined);
}

/** Objects whose members are checked like arguments of `typeCheckedMethods`. */
export const typeCheckedObjects: ReadonlySet<string> = new Set(['FundingOptions', 'QueryOptions', 'BumpFeeOptions', 'Outpoint', 'Prevtx']);

/** Arguments of `typeCheckedMethods` that are not checked first. */
export const uncheckedArguments: ReadonlySet<string> = new Set<ArgumentOf>([
  'createrawtransaction outputs',
  'createpsbt outputs',
  'walletcreatefundedpsbt outputs',
  'listunspent query_options',
  'walletprocesspsbt bip32derivs',
]);

/** Members beyond the documents that clients of later releases of the family give, by shape. */
const laterMembers: { readonly [kind: string]: readonly MemberForm[] } = {
  Prevtx: [{ name: 'witnessScript', required: false, form: { type: 'string', kinds: ['Hex'] } }],
};

export const laterMembersOf = (kinds: readonly string[]): readonly MemberForm[] => kinds.flatMap((kind) => laterMembers[kind] ?? []);

/** Option objects where an unknown member is an error; in others it is ignored. */
export const strictOptions: ReadonlySet<string> = new Set(['FundingOptions', 'QueryOptions', 'BumpFeeOptions']);

/**
 * Methods that check the JSON types of all arguments first, and report a wrong one with -3. The others report it with -1
 * when they read it. As observed of the node family.
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
