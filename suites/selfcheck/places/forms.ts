import type { Schema } from '../../../specs/model/types.ts';

/** Units of numbers that are amounts, or amounts per size, in coins with 8 decimal places. */
export const amountUnits: ReadonlySet<string> = new Set(['COIN', 'COIN/kB']);

const hasType = ({ type }: Schema, ...wanted: readonly string[]): boolean =>
  typeof type === 'string' ? wanted.includes(type) : type?.some((typeName) => wanted.includes(typeName)) === true;

export const isInteger = (form: Schema): boolean => hasType(form, 'integer');
export const isNumeric = (form: Schema): boolean =>
  hasType(form, 'integer', 'number') || form.enum?.some((value) => typeof value === 'number') === true;
export const isAmount = (form: Schema): boolean => isNumeric(form) && form.unit !== undefined && amountUnits.has(form.unit);
export const isText = (form: Schema): boolean => hasType(form, 'string');
/** A text of any content: no closed set of values. */
export const isOpenText = (form: Schema): boolean => isText(form) && form.enum === undefined && form.const === undefined;
export const isBoolean = (form: Schema): boolean => hasType(form, 'boolean');
export const isList = (form: Schema): boolean => hasType(form, 'array');
/** An object whose members' names are data: addresses, hashes. */
export const isKeyed = (form: Schema): boolean => hasType(form, 'object') && typeof form.additionalProperties === 'object';
export const isObjectForm = (form: Schema): boolean => hasType(form, 'object');
/** Hex digits of either case. */
export const isHex = (form: Schema): boolean => isText(form) && form.pattern?.includes('0-9a-fA-F') === true;
