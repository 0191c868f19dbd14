import { LosslessNumber, parse } from 'lossless-json';
import { formatSat } from '../primitives/amount.ts';

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

/**
 * Reads JSON. Where a name stands twice in an object the last one counts. Throws `SyntaxError` for what is no JSON, or
 * is nested deeper than 512.
 */
export function readJson(text: string): ReadJson {
  const value = needsText.test(text) ? readLossless(text) : (JSON.parse(text) as ReadJson);
  // Two brackets a level: most texts are too short for such a depth.
  if (text.length > 2 * MAX_DEPTH && isDeeper(value, MAX_DEPTH)) throw new SyntaxError('nested too deep');
  return value;
}

function readLossless(text: string): ReadJson {
  // The lossless reader takes a deep nesting for endless recursion; JSON.parse does not mind, and knows all the syntax.
  const rough = JSON.parse(text) as ReadJson;
  if (isDeeper(rough, MAX_DEPTH)) throw new SyntaxError('nested too deep');
  return parse(text, undefined, {
    parseNumber: (digits) => (/^-?\d{1,15}$/.test(digits) && digits !== '-0' ? Number(digits) : new LosslessNumber(digits)),
    onDuplicateKey: ({ newValue }) => newValue,
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
