import { isLosslessNumber } from 'lossless-json';
import calls from '../../specs/model/generated/calls.js';
import type { ArgumentForm } from '../../specs/model/argument-form.ts';
import type { CallSpec } from '../../specs/model/call-specs.ts';
import { parse } from '../../client/wire-json.ts';
import type { Params } from '../../client/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { UserError } from '../../specs/model/user-error.ts';

/** A word of a command line that its argument does not accept. */
export class ArgumentError extends UserError {
  override readonly name = 'ArgumentError';
}

export interface ConvertedCall {
  readonly method: string;
  readonly params: Params;
}

/**
 * Converts the words of a command line to a call: arguments of type string, or of any type, in the specification stay
 * text, all others are parsed as JSON. An unknown method gets all arguments as text. With `named`, words are `name=value`. Throws
 * `ArgumentError`.
 */
export function convertCall(method: string, words: readonly string[], named: boolean): ConvertedCall {
  const { spec, prefix } = specOf(method, words);
  const rest = words.slice(prefix.length);
  if (!named) return { method, params: [...prefix, ...rest.map((word, at) => convert(word, spec?.params[at]?.form))] };
  const given = new Set<string>();
  const entries = rest.map((word): [string, Wire] => {
    const equals = word.indexOf('=');
    if (equals < 0)
      throw new ArgumentError(`No '=' in named argument '${word}', this needs to be present for every argument (even if it is empty)`);
    const name = word.slice(0, equals);
    if (given.has(name)) throw new ArgumentError(`The argument ${name} is given twice; give it once`);
    given.add(name);
    return [name, convert(word.slice(equals + 1), spec?.params.find((param) => param.name === name)?.form)];
  });
  return { method, params: Object.fromEntries(entries) };
}

/** A subcommand is a separate word: `gobject count`. */
function specOf(method: string, words: readonly string[]): { readonly spec: CallSpec | undefined; readonly prefix: readonly string[] } {
  for (const count of [2, 1, 0]) {
    const prefix = words.slice(0, count);
    const spec = calls.find(({ id }) => id === [method, ...prefix].join(' '));
    if (spec !== undefined) return { spec, prefix };
  }
  return { spec: undefined, prefix: [] };
}

function convert(word: string, form: ArgumentForm | undefined): Wire {
  if (form === undefined || isText(form)) return word;
  if (form.type !== 'union' || !form.of.some(isText)) return fromJson(word);
  // Text or another type: `now` or a time, a hash or a height.
  const value = asJson(word);
  if (value === undefined) return word;
  return typeof value === 'string' || value === null || form.of.some((part) => jsonType(part) === wireType(value)) ? value : word;
}

function fromJson(word: string): Wire {
  try {
    return parse(word);
  } catch (error) {
    throw new ArgumentError(`Error parsing JSON: ${word}: ${(error as Error).message}`); // including duplicate names
  }
}

function asJson(word: string): Wire | undefined {
  try {
    return parse(word);
  } catch {
    return undefined; // then it is text
  }
}

/** Whether a word is taken as it is: also where any value is accepted (`echo`), as in the family. */
function isText(form: ArgumentForm): boolean {
  return form.type === 'string' || form.type === 'any' || (form.type === 'literal' && typeof form.value === 'string');
}

function jsonType(form: ArgumentForm): string {
  if (form.type === 'integer' || form.type === 'amount' || form.type === 'decimal') return 'number';
  return form.type === 'literal' ? typeof form.value : form.type;
}

function wireType(value: Wire): string {
  if (Array.isArray(value)) return 'array';
  return isLosslessNumber(value) ? 'number' : typeof value;
}
