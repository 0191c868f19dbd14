import { isLosslessNumber } from 'lossless-json';
import { stringify, toPlain } from '../../client/wire-json.ts';
import type { CallRecord } from '../../engine/call-record.ts';
import { namedArguments } from '../../specs/model/named-arguments.ts';
import type { Specification } from '../../specs/model/spec.ts';
import { variantFor } from '../../specs/model/variants.ts';
import { walk } from '../../specs/model/walk.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** The values of the documented fields of an answer, by the path in the schema (`tx[].txid`); the distinct ones of lists, as one text. */
type ValuesByPath = ReadonlyMap<string, string>;

/** The values of one answer, for a comparison with those of another node. */
export interface AnswerValues {
  /** The arguments, if they name something by an identifier: then the answer is about the same thing wherever they are equal. */
  readonly about: string | undefined;
  readonly raw: ValuesByPath;
  /** With identifiers replaced by their order of appearance in the case, since each node draws its own. */
  readonly renamed: ValuesByPath;
}

/** One path at which two answers have different values. */
export interface ValueDifference {
  readonly path: string;
  readonly a: string;
  readonly b: string;
}

/** Base64; hashes, keys, scripts, serialised data; addresses and other texts of one alphabet that have a digit. */
const IDENTIFIER = /[a-z0-9+/]{40,}={0,2}|\b(?:[0-9a-f]{16,}|(?=[a-z]*\d)[a-z0-9]{25,})\b/gi;
/** Addresses begin differently on each chain, and end with a checksum of that. */
const ADDRESS = /\b(?![0-9a-f]+\b)(?=[a-z]*\d)[a-z0-9]{25,90}\b/gi;
/** Key origins and checksums of descriptors: `[d34db33f/0'/0']`, `#8fhd9pwu`. */
const DESCRIPTOR_PARTS = /(?<=\[)[0-9a-f]{8}(?=[/\]])|(?<=#)[a-z0-9]{8}$/gi;
const FINGERPRINT = /^[0-9a-f]{8}$/i;
const PORT = /(?<=[\w\]]:)\d{4,5}\b/g;
/** Which key of a wallet it is: each node takes the next one. */
const KEY_INDEX = /(?<=\/)\d+(?=['h])/g;
const FILE = /^\/[\w.-]+(?:\/[\w.-]+)+\/?$/;

/**
 * Fields that differ between any two nodes, or any two calls: what the node draws (the nonce of a block, the position of the
 * change, and with it those of all outputs), its release, and its traffic.
 */
const NATURAL = /(?:^|\.)(?:nonce|changepos|vout|n|subversion|subver|protocolversion|totalbytes\w+|bytes\w+)$/;

/** Gives identifiers names by the order in which a case meets them: `#1`, `#2`. */
export class Identifiers {
  readonly #names = new Map<string, string>();

  rename(text: string): string {
    const name = (found: string): string => {
      let known = this.#names.get(found);
      if (known === undefined) this.#names.set(found, (known = `#${this.#names.size + 1}`));
      return known;
    };
    if (FINGERPRINT.test(text)) return name(text);
    return text.replace(IDENTIFIER, name).replace(DESCRIPTOR_PARTS, name);
  }
}

/** The values of an answer; undefined if it is no result, or reveals a secret. `identifiers`: those of the case so far. */
export function valuesOfAnswer(
  { method: id, params, reply }: CallRecord,
  specification: Specification,
  identifiers: Identifiers,
): AnswerValues | undefined {
  const given = stringify(params as Wire);
  identifiers.rename(given);
  if (reply.type !== 'result') return undefined;
  const method = specification.method(id);
  const args = toPlain(namedArguments(method, params) as Wire) as Record<string, unknown>;
  const variant = variantFor(method, args);
  // A difference is shown.
  if (variant?.effect.includes('secret') === true) return undefined;
  const raw = new Map<string, string[]>();
  const renamed = new Map<string, string[]>();
  const leaves: { readonly path: string; readonly text: string }[] = [];
  if (variant?.result) {
    walk(
      specification.spec,
      variant.result,
      ({ schema, pattern, value }) => {
        const text = schema.unstated !== undefined || NATURAL.test(pattern) ? undefined : textOf(value);
        if (text === undefined) return;
        leaves.push({ path: pattern, text });
      },
      reply.result,
    );
  }
  // The order of members is the node's own; identifiers are named in that of the paths.
  for (const { path, text } of leaves.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    put(raw, path, text.replace(ADDRESS, 'an address'));
    put(renamed, path, identifiers.rename(text));
  }
  return { about: given.match(IDENTIFIER) ? given : undefined, raw: joined(raw), renamed: joined(renamed) };
}

/** The paths that both answers have, at which their values differ after normalising what is naturally different. */
export function valueDifferences(a: AnswerValues, b: AnswerValues): ValueDifference[] {
  const alike = a.about !== undefined && a.about === b.about;
  return [...a.renamed].flatMap(([path, text]): ValueDifference[] => {
    const other = b.renamed.get(path);
    if (other === undefined) return [];
    if (text !== other) return [{ path, a: text, b: other }];
    const [own, others] = [a.raw.get(path) ?? '', b.raw.get(path) ?? ''];
    return alike && own !== others ? [{ path, a: own, b: others }] : [];
  });
}

/** Whether a node gave the same values at a path in two attempts: what differs between them depends on the state, or is random. */
export function isStable(now: AnswerValues, before: AnswerValues, { path }: ValueDifference): boolean {
  if (now.renamed.get(path) !== before.renamed.get(path)) return false;
  return now.about === undefined || now.about !== before.about || now.raw.get(path) === before.raw.get(path);
}

/** A scalar as text, without what differs between any two nodes: times, ports, files. */
function textOf(value: unknown): string | undefined {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' || isLosslessNumber(value)) {
    const text = isLosslessNumber(value) ? value.value : String(value);
    return isTime(Number(text)) ? 'a time' : plainDecimal(text);
  }
  if (typeof value !== 'string') return undefined;
  return JSON.stringify(value.replace(PORT, 'port').replace(FILE, 'file').replace(KEY_INDEX, 'i'));
}

/** A JSON number without exponent and without zeros at its end: equal texts for equal numbers, every digit kept. */
function plainDecimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const shift = Number(exponent);
  // Longer than any number of the service: not worth writing out.
  if (whole === '' || Math.abs(shift) > 40) return text;
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift))}`;
  const point = Math.max(0, -shift) + whole.length + shift;
  const plain = `${digits.slice(0, point).replace(/^0+(?=\d)/, '')}.${digits.slice(point)}`.replace(/\.?0*$/, '');
  return plain === '0' || plain === '' ? '0' : `${sign}${plain}`;
}

/** Seconds, milliseconds or microseconds since 1970, of the years 2008 to 2036. */
function isTime(number: number): boolean {
  return [1, 1e3, 1e6].some((unit) => number >= 1.2e9 * unit && number < 2.1e9 * unit);
}

function put(map: Map<string, string[]>, path: string, text: string): void {
  const known = map.get(path);
  if (known) known.push(text);
  else map.set(path, [text]);
}

/** Each value once and sorted: how many items a list has, and in which order, depends on the state. */
function joined(map: ReadonlyMap<string, string[]>): ValuesByPath {
  return new Map([...map].map(([path, texts]) => [path, [...new Set(texts)].sort().join(', ')]));
}
