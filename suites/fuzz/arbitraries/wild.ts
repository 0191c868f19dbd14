import * as fc from 'fast-check';
import { NULL, quoted, text, type JsonNode, type Member } from '../json/json-node.ts';
import { oneIn, pick, weighted } from './pick.ts';

/** One generated value in so many is near a limit of its range (fast-check). */
export const BIAS = 3;
const MAX_DEPTH = 4;
const MAX_ITEMS = 6;
const MAX_LENGTH = 40;

/** Numbers at the limits of 8 to 64 bits, of doubles, of amounts, and outside of them. */
const NUMBERS: readonly string[] = [
  '0',
  '-0',
  '0.0',
  '1',
  '-1',
  '2',
  '0.5',
  '1e0',
  '1E+2',
  '1e-8',
  '0.000000001',
  '-1e-400',
  '1e400',
  '-1e400',
  '1e999999999',
  '127',
  '128',
  '255',
  '256',
  '65535',
  '65536',
  '2147483647',
  '2147483648',
  '-2147483648',
  '-2147483649',
  '4294967295',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551615',
  '18446744073709551616',
  '21000000',
  '20999999.99999999',
  '2100000000000000',
  '92233720368.54775808',
  '1e-9',
  '123456789012345678901234567890.123456789',
];

/** Texts that programs read in ways of their own: escapes, NUL, lone surrogates, paths, formats, encodings. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'null',
  'true',
  '*',
  '"',
  '\\',
  '/',
  '../..',
  '%00',
  '%s%n',
  '{}',
  '[]',
  '\n',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff',
  'x\udc00\ud800',
  '\u{1f4a9}',
  '\ufeff',
  '\u202e',
  'é',
  'ﬀ',
  'İ',
  '\u0000\u0001\u007f',
  '__proto__',
  'constructor',
  '0x',
  '0x00',
  '00',
  '0',
  'fg',
  'FF',
  'ff'.repeat(31),
  'ff'.repeat(32),
  'ff'.repeat(33),
  '00'.repeat(32),
  '00'.repeat(33),
  '02'.repeat(33),
  '=',
  '====',
  'cHNidP8=',
  'cHNidP8BAAoCAAAAAAAAAAAAAA==',
  'addr()',
  'raw()',
  'sh(multi(1))',
  'pkh([00000000/0h]02)',
  '127.0.0.1',
  '::',
  '::/129',
];

const NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'length',
  '0',
  'data',
  'txid',
  'vout',
  'address',
];

const integers = fc.integer();
const doubles = fc.double({ noDefaultInfinity: true, noNaN: true });

/** Long values: texts beyond the limits of names, labels and scripts, wide and deep structures. */
export function large(random: fc.Random): JsonNode {
  const plain = { before: '', head: '', middle: '', tail: '', after: '' };
  const times = pick(random, [30, 76, 100, 256, 521, 1_000, 5_000, 10_001, 50_000]);
  return weighted<() => JsonNode>(random, [
    [4, () => ({ ...plain, times, before: '"', head: pick(random, ['a', '0', 'ff', 'é', '\\u0000', '\\ud800', '1']), after: '"' })],
    [
      2,
      () => ({
        ...plain,
        times: Math.min(times, 5_000),
        before: '[',
        head: pick(random, ['0,', '"",', 'null,', '{},']),
        middle: '0',
        after: ']',
      }),
    ],
    [1, () => ({ ...plain, times: Math.min(times, 1_000), head: '[', tail: ']' })],
    [1, () => ({ ...plain, times: Math.min(times, 1_000), head: '{"a":', middle: '0', tail: '}' })],
    [1, () => ({ ...plain, times: Math.min(times, 1_000), before: '{', head: '"a":0,', middle: '"b":0', after: '}' })],
    [1, () => ({ ...plain, times: Math.min(times, 1_000), before: '1', head: '0' })],
  ])();
}

/** Any JSON value. */
export function wild(random: fc.Random, depth = 0): JsonNode {
  return weighted<() => JsonNode>(random, [
    [2, () => NULL],
    [2, () => text(pick(random, ['true', 'false']))],
    [6, () => text(pick(random, NUMBERS))],
    [2, () => text(String(integers.generate(random, BIAS).value))],
    [2, () => text(numberText(doubles.generate(random, BIAS).value))],
    [6, () => quoted(pick(random, TEXTS))],
    [2, () => quoted(anyText(random))],
    [1, () => large(random)],
    [depth < MAX_DEPTH ? 3 : 0, () => ({ items: Array.from({ length: random.nextInt(0, MAX_ITEMS) }, () => wild(random, depth + 1)) })],
    [depth < MAX_DEPTH ? 3 : 0, () => wildObject(random, depth)],
    [1, () => text(pick(random, ['[]', '{}', '[[]]', '[null]', '[{}]']))],
  ])();
}

function wildObject(random: fc.Random, depth: number): JsonNode {
  const members = Array.from({ length: random.nextInt(0, MAX_ITEMS) }, (): Member => [wildName(random), wild(random, depth + 1)]);
  const [first] = members;
  // A name that occurs twice.
  if (first && oneIn(random, 4)) members.push([first[0], wild(random, depth + 1)]);
  return { members };
}

export const wildName = (random: fc.Random) => quoted(oneIn(random, 3) ? anyText(random) : pick(random, NAMES));

/** A short text of any UTF-16 code units, half of them ASCII: also surrogates without their other half. */
function anyText(random: fc.Random): string {
  const length = random.nextInt(0, oneIn(random, 3) ? 3 : MAX_LENGTH);
  return String.fromCharCode(...Array.from({ length }, () => random.nextInt(0, oneIn(random, 2) ? 0x7f : 0xffff)));
}

const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : JSON.stringify(value));
