import { isLosslessNumber, type LosslessNumber } from 'lossless-json';
import { isOptions, type ArgumentForm } from '../../specs/model/argument-form.ts';
import type { RefusedItem } from '../../specs/model/generated/methods.d.ts';
import { moneyInRange, parseAmount } from '../primitives/amount.ts';
import { RpcCode, RpcError } from './errors.ts';
import { repeatedName, type ReadJson } from './json/json-text.ts';
import {
  caseInsensitive,
  optionalHashes,
  itemRefusal,
  laterMembersOf,
  clampedLevels,
  memberRefusal,
  nullRefusal,
  numericFlags,
  openEnums,
  valueRefusal,
  repetitionRefusal,
  signedMembers,
  strictOptions,
  typeCheckedObjects,
  type Refusal,
} from './argument-quirks.ts';
import { hashFrom } from './shapes/hashes.ts';
import { isObject } from './json/is-object.ts';

/** Converts a given value to the argument of a handler. Throws `RpcError` with the family's code and text. */
export type ArgumentReader = (value: ReadJson) => unknown;

/** The place of an argument, and the error for a wrong JSON type. */
export interface ArgumentPlace {
  readonly method: string;
  /** Of the argument, or of the member within it. */
  readonly name: string;
  /** A wrong JSON type is reported with code -3; otherwise with -1. */
  readonly typeChecked: boolean;
  /** The error for a wrong JSON type, instead of the usual one. */
  readonly wrongType?: Refusal | undefined;
  readonly isMember: boolean;
  readonly help: () => string;
}

type ObjectForm = ArgumentForm & { readonly type: 'object' };

type Range = readonly [min: number, max: number];

const INT32: Range = [-(2 ** 31), 2 ** 31 - 1];
const WIDE: Range = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** A reader for values of a form, prepared once. */
export function argumentReader(form: ArgumentForm, place: ArgumentPlace): ArgumentReader {
  switch (form.type) {
    case 'amount':
      return readAmount;
    case 'decimal':
      return readDecimal;
    case 'integer':
      return integerReader(form, place);
    case 'number':
      return (value) =>
        typeof value === 'number' ? value : isLosslessNumber(value) ? Number(value.value) : wrongType(place, 'number', value);
    case 'boolean':
      if (numericFlags.has(`${place.method} ${place.name}`)) {
        return (value) =>
          isNumber(value) ? toInteger(value, INT32) !== 0 : typeof value === 'boolean' ? value : wrongType(place, 'bool', value);
      }
      return (value) => (typeof value === 'boolean' ? value : wrongType(place, 'bool', value));
    case 'string':
      return stringReader(form, place);
    case 'literal':
      return (value) => (value === form.value ? value : wrongType(place, jsonType(form.value), value));
    case 'array':
      return arrayReader(form, place);
    case 'object':
      return objectReader(form, place);
    case 'union':
      return unionReader(form.of, place);
    case 'any':
      return (value) => value;
  }
}

/** Value of an argument that is left out: its default, an object of defaults, or undefined. */
export function defaultOf(form: ArgumentForm, reader: ArgumentReader, fallback: unknown): unknown {
  if (fallback !== undefined) return reader(fallback as ReadJson);
  return isOptions(form) ? reader({}) : undefined;
}

/** The text of a decimal number. */
function readDecimal(value: ReadJson): string {
  if (typeof value === 'string') return value;
  if (isNumber(value)) return numberText(value);
  throw new RpcError(RpcCode.type, 'Amount is not a number or string');
}

function readAmount(value: ReadJson): bigint {
  const sat = parseAmount(readDecimal(value));
  if (sat === undefined) throw new RpcError(RpcCode.type, 'Invalid amount');
  if (!moneyInRange(sat)) throw new RpcError(RpcCode.type, 'Amount out of range');
  return sat;
}

function integerReader(
  { wide, values, fromDigits, kinds }: ArgumentForm & { readonly type: 'integer' },
  place: ArgumentPlace,
): ArgumentReader {
  const range = wide && !(place.isMember && signedMembers.has(place.name)) ? WIDE : INT32;
  const isLevel = clampedLevels.has(`${place.method} ${place.name}`);
  return (given) => {
    const value = fromDigits === true && typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
    if (isLevel && typeof value === 'boolean') return value ? 1 : 0;
    if (!isNumber(value)) return wrongType(place, 'integer', value);
    const number = toInteger(value, range);
    if (values === undefined || values.includes(number)) return number;
    if (isLevel) return Math.min(Math.max(number, Math.min(...values)), Math.max(...values));
    throw refused(String(number), place, kinds);
  };
}

function stringReader({ values, kinds }: ArgumentForm & { readonly type: 'string' }, place: ArgumentPlace): ArgumentReader {
  const argument = `${place.method} ${place.name}`;
  if (kinds.includes('Hash256')) {
    const none = optionalHashes.has(argument) ? '' : undefined;
    return (value) =>
      typeof value !== 'string' ? wrongType(place, 'string', value) : value === none ? undefined : hashFrom(value, place.name);
  }
  if (values === undefined || openEnums.has(argument))
    return (value) => (typeof value === 'string' ? value : wrongType(place, 'string', value));
  const anyCase = kinds.some((kind) => caseInsensitive.has(kind));
  return (value) => {
    if (typeof value !== 'string') return wrongType(place, 'string', value);
    const word = anyCase ? value.toUpperCase() : value;
    if (!values.includes(word)) throw refused(value, place, kinds);
    return word;
  };
}

function arrayReader({ items, perItem }: ArgumentForm & { readonly type: 'array' }, place: ArgumentPlace): ArgumentReader {
  const readItem = argumentReader(items, { ...place, typeChecked: false, wrongType: itemRefusal(place.method, place.name) });
  return (value) => {
    if (!Array.isArray(value)) return wrongType(place, 'array', value);
    return perItem === true ? value.map((item) => readOrRefusal(item, readItem)) : value.map(readItem);
  };
}

function readOrRefusal(item: ReadJson, readItem: ArgumentReader): unknown {
  try {
    return readItem(item);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { refused: { code: error.code, message: error.message } } satisfies RefusedItem;
  }
}

function objectReader(form: ObjectForm, place: ArgumentPlace): ArgumentReader {
  const typeChecked = form.kinds.some((kind) => typeCheckedObjects.has(kind));
  const members = [...form.members, ...laterMembersOf(form.kinds)].map((member) => {
    const refusal = memberRefusal(form.kinds, member.name);
    const reader = argumentReader(member.form, { ...place, name: member.name, isMember: true, typeChecked, wrongType: refusal });
    return {
      ...member,
      reader,
      refusal,
      ofNull: nullRefusal(form.kinds, member.name),
      fallback: defaultOf(member.form, reader, member.default),
    };
  });
  const names = new Set(members.map(({ name }) => name));
  const rest = form.rest && argumentReader(form.rest, place);
  const isStrict = form.kinds.some((kind) => strictOptions.has(kind));
  return (value) => {
    if (!isObject(value)) return wrongType(place, 'object', value);
    const repeated = repeatedName(value);
    if (repeated !== undefined) throw new RpcError(RpcCode.invalidParameter, repetitionRefusal(form.kinds, repeated));
    const read: Record<string, unknown> = {};
    // Free names stand for data, and their order is that of the outputs; a named member among them keeps its place, too.
    if (rest !== undefined) for (const name of Object.keys(value)) setOwn(read, name, undefined);
    for (const { name, required, reader, refusal, ofNull, fallback } of members) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      if (given !== undefined && given !== null) read[name] = reader(given);
      else if (given === null && ofNull !== undefined) throw new RpcError(ofNull.code, ofNull.message);
      else if (required) throw missing(name, refusal);
      else if (fallback !== undefined) read[name] = fallback;
      else if (rest !== undefined) delete read[name];
    }
    if (rest === undefined && !isStrict) return read;
    for (const [name, given] of Object.entries(value)) {
      if (names.has(name)) continue;
      if (rest === undefined) throw new RpcError(RpcCode.type, `Unexpected key ${name}`);
      setOwn(read, name, rest(given));
    }
    return read;
  };
}

/** Sets an own property for any name, such as __proto__: these names are data. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

function unionReader(forms: readonly ArgumentForm[], place: ArgumentPlace): ArgumentReader {
  const branches = forms.map((form) => ({ type: typeOfForm(form), form, reader: argumentReader(form, place) }));
  return (value) => {
    const type = jsonType(value);
    // A literal takes precedence over a form that accepts any value of its type.
    const literal = branches.find(({ form }) => form.type === 'literal' && form.value === value);
    const ofType = branches.filter((candidate) => candidate.form.type !== 'literal' && candidate.type === type);
    const branch = literal ?? ofType.find(({ form }) => isMeant(form, value)) ?? ofType[0] ?? branches[0];
    return branch?.reader(value);
  };
}

/** Whether an object is meant by a form: an empty one by a form that requires nothing, another one by a form with members. */
function isMeant(form: ArgumentForm, value: ReadJson): boolean {
  if (form.type !== 'object') return true;
  return Object.keys(value as object).length === 0
    ? form.members.every(({ required }) => !required)
    : form.members.length > 0 || form.rest !== undefined;
}

function typeOfForm(form: ArgumentForm): string {
  switch (form.type) {
    case 'amount':
    case 'decimal':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'bool';
    case 'literal':
      return jsonType(form.value);
    default:
      return form.type;
  }
}

function missing(name: string, refusal: Refusal | undefined): RpcError {
  return refusal === undefined ? new RpcError(RpcCode.type, `Missing ${name}`) : new RpcError(refusal.code, refusal.message);
}

function refused(value: string, place: ArgumentPlace, kinds: readonly string[]): RpcError {
  const { code, message } = valueRefusal(place.method, place.name, kinds);
  if (message === 'help') return new RpcError(code, place.help());
  return new RpcError(code, message.replace('{value}', value).replace('{name}', place.name));
}

const typePhrases: { readonly [type: string]: string } = {
  number: 'a number',
  integer: 'an integer',
  string: 'a string',
  bool: 'a boolean',
  array: 'an array',
  object: 'an object',
};

function wrongType({ typeChecked, wrongType: refusal, isMember, name }: ArgumentPlace, wanted: string, value: ReadJson): never {
  if (refusal !== undefined) throw new RpcError(refusal.code, refusal.message);
  if (!typeChecked) throw new RpcError(RpcCode.misc, `JSON value is not ${typePhrases[wanted] ?? wanted} as expected`);
  throw new RpcError(
    RpcCode.type,
    `Expected type ${wanted === 'integer' ? 'number' : wanted}${isMember ? ` for ${name}` : ''}, got ${jsonType(value)}`,
  );
}

function jsonType(value: ReadJson): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isNumber(value)) return 'number';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function isNumber(value: ReadJson | undefined): value is number | LosslessNumber {
  return typeof value === 'number' || isLosslessNumber(value);
}

function numberText(value: number | LosslessNumber): string {
  return typeof value === 'number' ? String(value) : value.value;
}

/** An integer within a range, in integer notation: `1.0` and `1e2` are rejected. */
function toInteger(value: number | LosslessNumber, [min, max]: Range): number {
  const text = numberText(value);
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || number < min || number > max) throw new RpcError(RpcCode.misc, 'JSON integer out of range');
  return number;
}
