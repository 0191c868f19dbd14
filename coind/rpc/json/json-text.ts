import { LosslessNumber, parse } from 'lossless-json';
import { formatSat } from '../../primitives/amount.ts';

/** An amount in an answer: printed in coin units with 8 decimals, as nodes of this family do. */
export class Amount {
  readonly sat: bigint;

  constructor(sat: bigint) {
    this.sat = sat;
  }
}

/** JSON as it was read: integers that a double holds are numbers, all other numbers keep their text. */
export type ReadJson = null | boolean | number | string | LosslessNumber | ReadJson[] | { [name: string]: ReadJson };

/** As deep as nodes of this family read JSON; deeper is a syntax error. */
const MAX_DEPTH = 512;

// A number with a fraction or an exponent, a minus zero, or too many digits for a double. It may also be found within
// a string, which costs time and nothing else.
const needsText = /(?:^|[[,:\s])(?:-?\d+[.eE]|-?\d{16}|-0)/;

const repeatedNames = new WeakMap<object, string>();

/** A name that stands twice in an object, which `readJson` has read; undefined where each stands once. */
export function repeatedName(object: object): string | undefined {
  return repeatedNames.get(object);
}

/**
 * Reads JSON. Where a name stands twice in an object the first one counts, as nodes of this family have it, and
 * `repeatedName` reports it. Throws `SyntaxError` for what is no JSON, or is nested deeper than 512.
 */
export function readJson(text: string): ReadJson {
  const value = read(text);
  // Two brackets a level: most texts are too short for such a depth.
  if (text.length > 2 * MAX_DEPTH && isDeeper(value, MAX_DEPTH)) throw new SyntaxError('nested too deep');
  const ends = [...nameEnds(text)];
  return ends.length === countNames(value) ? value : readRepeated(text, ends);
}

function read(text: string): ReadJson {
  return needsText.test(text) ? readLossless(text) : (JSON.parse(text) as ReadJson);
}

/** Of each name of a member, the place of its closing quotation mark. @param text JSON without a syntax error */
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

/** Reads what has a name twice: the parsers keep one member a name, so each name gets a number of its own for as long. */
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
  // The lossless reader takes a deep nesting for endless recursion; JSON.parse does not mind, and knows all the syntax.
  const rough = JSON.parse(text) as ReadJson;
  if (isDeeper(rough, MAX_DEPTH)) throw new SyntaxError('nested too deep');
  return parse(text, undefined, {
    parseNumber: (digits) => (/^-?\d{1,15}$/.test(digits) && digits !== '-0' ? Number(digits) : new LosslessNumber(digits)),
    onDuplicateKey: ({ newValue }) => newValue, // repeated names are found in the text
  }) as ReadJson;
}

function isDeeper(root: ReadJson, limit: number): boolean {
  let level: ReadJson[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    const below: ReadJson[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) continue;
      for (const child of Array.isArray(value) ? value : Object.values(value)) {
        if (typeof child === 'object' && child !== null) below.push(child);
      }
    }
    level = below;
  }
  return false;
}

/** As many digits as nodes of this family print of a number that is not whole. */
const FRACTION_DIGITS = 16;

// Everything that JSON must escape, or that is not plain ASCII and so left to the engine.
const notPlain = /[^\u0020\u0021\u0023-\u005b\u005d-\u007e]/;

/**
 * Writes an answer. Amounts get their 8 decimals, bigints are integers, other numbers have 16 digits at most. Members that
 * are undefined are left out. Throws `TypeError` for what has no place in JSON.
 */
export function writeJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return notPlain.test(value) ? JSON.stringify(value) : `"${value}"`;
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no place in JSON`);
      return String(Number.isInteger(value) ? value : Number(value.toPrecision(FRACTION_DIGITS)));
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : writeObject(value);
    default:
      throw new TypeError(`a ${typeof value} has no place in JSON`);
  }
}

function writeObject(value: object): string {
  if (value instanceof Amount) return formatSat(value.sat);
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
