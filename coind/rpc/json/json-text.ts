import { LosslessNumber, parse } from 'lossless-json';
import { formatSat, formatUnits } from '../../primitives/amount.ts';
import { isNestedDeeper } from '../../primitives/json-depth.ts';

/** An amount in an answer: printed in coin units with 8 decimals, as in nodes of this family. */
export class Amount {
  readonly sat: bigint;

  constructor(sat: bigint) {
    this.sat = sat;
  }
}

/** An amount of a token in an answer: printed with as many decimals as the token has. */
export class TokenAmount {
  /** Smallest units of the token. */
  readonly units: bigint;
  /** Number of decimal places. */
  readonly precision: number;

  constructor(units: bigint, precision: number) {
    this.units = units;
    this.precision = precision;
  }
}

/** Parsed JSON: integers that a double holds exactly are numbers, all other numbers keep their text. */
export type ReadJson = null | boolean | number | string | LosslessNumber | ReadJson[] | { [name: string]: ReadJson };

/** Maximum nesting, as in nodes of this family; deeper JSON is a syntax error. */
const MAX_DEPTH = 512;

// A number with a fraction or an exponent, a minus zero, or too many digits for a double. A match within a string is
// harmless: it only makes reading slower.
const needsText = /(?:^|[[,:\s])(?:-?\d+[.eE]|-?\d{16}|-0)/;

const repeatedNames = new WeakMap<object, string>();

/** A repeated name in an object that `readJson` has read; undefined without one. */
export function repeatedName(object: object): string | undefined {
  return repeatedNames.get(object);
}

/**
 * Reads JSON. Of members with the same name in an object the first counts, as in nodes of this family, and `repeatedName`
 * reports the name. Throws `SyntaxError` for invalid JSON and for nesting deeper than 512.
 */
export function readJson(text: string): ReadJson {
  if (isNestedDeeper(text, MAX_DEPTH)) throw new SyntaxError('nested too deep');
  const value = read(text);
  const ends = [...nameEnds(text)];
  return ends.length === countNames(value) ? value : readRepeated(text, ends);
}

function read(text: string): ReadJson {
  return needsText.test(text) ? readLossless(text) : (JSON.parse(text) as ReadJson);
}

/** The position of the closing quotation mark of each member name. @param text valid JSON */
function* nameEnds(text: string): Generator<number> {
  let close = -1;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', close + 1)) {
    close = text.indexOf('"', open + 1);
    while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
    let next = close + 1;
    while (' \t\n\r'.includes(text.charAt(next)) && next < text.length) next += 1;
    if (text.charAt(next) === ':') yield close;
  }
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charAt(start - 1) === '\\') start -= 1;
  return (at - start) % 2 === 1;
}

function countNames(value: ReadJson): number {
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countNames(item), 0);
  const members = Object.values(value);
  return members.reduce<number>((sum, member) => sum + countNames(member), members.length);
}

/** Reads JSON with repeated names. Parsers keep one member for each name, so a unique number is added to each name first. */
function readRepeated(text: string, ends: readonly number[]): ReadJson {
  const parts = ends.map((end, at) => `${text.slice(ends[at - 1] ?? 0, end)}#${at}`);
  return withoutNumbers(read(parts.join('') + text.slice(ends.at(-1))));
}

function withoutNumbers(value: ReadJson): ReadJson {
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
  if (Array.isArray(value)) return value.map(withoutNumbers);
  const members = new Map<string, ReadJson>();
  let repeated: string | undefined;
  for (const [numbered, member] of Object.entries(value)) {
    const name = numbered.slice(0, numbered.lastIndexOf('#'));
    if (members.has(name)) repeated ??= name;
    else members.set(name, withoutNumbers(member));
  }
  const object = Object.fromEntries(members);
  if (repeated !== undefined) repeatedNames.set(object, repeated);
  return object;
}

function readLossless(text: string): ReadJson {
  JSON.parse(text); // it checks the syntax completely; the lossless parser does not
  return parse(text, undefined, {
    parseNumber: (digits) => (/^-?\d{1,15}$/.test(digits) && digits !== '-0' ? Number(digits) : new LosslessNumber(digits)),
    onDuplicateKey: ({ newValue }) => newValue, // repeated names are found in the text
  }) as ReadJson;
}

/** Number of significant digits of a fractional number, as in nodes of this family. */
const FRACTION_DIGITS = 16;

// Characters that JSON must escape, and all that are not ASCII; JSON.stringify writes these.
const notPlain = /[^\u0020\u0021\u0023-\u005b\u005d-\u007e]/;

/**
 * Writes an answer as JSON. Amounts have 8 decimals, those of a token as many as it has, bigints are integers, other numbers have at most 16 digits. Undefined
 * members are left out. Throws `TypeError` for values that JSON cannot represent.
 */
export function writeJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return notPlain.test(value) ? JSON.stringify(value) : `"${value}"`;
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be written as JSON`);
      return String(Number.isInteger(value) ? value : Number(value.toPrecision(FRACTION_DIGITS)));
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : writeObject(value);
    default:
      throw new TypeError(`a ${typeof value} cannot be written as JSON`);
  }
}

function writeObject(value: object): string {
  if (value instanceof Amount) return formatSat(value.sat);
  if (value instanceof TokenAmount) return formatUnits(value.units, value.precision);
  if (value instanceof LosslessNumber) return value.value;
  if (Array.isArray(value)) {
    let text = '[';
    for (let i = 0; i < value.length; i++) text += (i === 0 ? '' : ',') + writeJson(value[i]);
    return `${text}]`;
  }
  let text = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    text += `${text.length === 1 ? '' : ','}${writeJson(name)}:${writeJson(member)}`;
  }
  return `${text}}`;
}
