import type { Random } from 'fast-check';
import type { BytesProbe } from '../probe.ts';
import { pick, weighted } from './pick.ts';

const VERBS: readonly string[] = ['POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'OPTIONS', 'post', '', 'POST '];
const PATHS: readonly string[] = [
  '/',
  '/',
  '/',
  '/wallet/',
  '/wallet/%00',
  '/wallet/%',
  '/wallet/..%2f..',
  '//',
  '/?a',
  '*',
  'http://x/',
  '/'.repeat(9_000),
];
const HEADERS: readonly (readonly [string, string])[] = [
  ['Content-Type', 'application/json'],
  ['Content-Type', ''],
  ['Content-Length', '0'],
  ['Content-Length', '-1'],
  ['Content-Length', '99999999999999999999'],
  ['Content-Length', '33554433'],
  ['Transfer-Encoding', 'chunked'],
  ['Transfer-Encoding', 'gzip, chunked'],
  ['Expect', '100-continue'],
  ['Connection', 'close'],
  ['Authorization', 'Basic ====='],
  ['Authorization', 'Bearer x'],
  ['X-Long', 'x'.repeat(9_000)],
  ['X\u0000', '\u0000'],
  ['', ''],
];
const BODIES: readonly string[] = [
  '',
  ' ',
  '{',
  '[',
  ']',
  '[]',
  '{}',
  'null',
  '0',
  '"',
  '"\\ud800"',
  '\u00ff\u00fe',
  '\u00ef\u00bb\u00bf{}',
  '\u00c0\u0080',
  '[[]]',
  '[1,2]',
  '{"id":1}',
  '{"method":1}',
  '{"method":null,"params":[]}',
  '{"method":"getblockcount","params":null}',
  '{"method":"getblockcount","params":"x"}',
  '{"method":"getblockcount","id":1e400}',
  '{"method":"getblockcount","id":{"a":[]}}',
  '{"method":"getblockcount","method":"getbestblockhash"}',
  `${'['.repeat(10_000)}`,
  `${'['.repeat(600)}${']'.repeat(600)}`,
  `{"a":`.repeat(2_000),
  `"${'\\u0000'.repeat(1_000)}"`,
  'a'.repeat(100_000),
];
/** Bytes with a meaning to HTTP or JSON, and some that UTF-8 never has. */
const BYTES: readonly string[] = [
  '\u0000',
  '\r\n',
  '\n',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ',',
  ':',
  '\u00ff',
  '\u00c3',
  '\u00ed\u00a0\u0080',
  ' ',
];

/** A request that is malformed, as HTTP or as a call. @param call the body of a call that changes nothing */
export function request(random: Random, call: string): BytesProbe {
  const body = weighted<() => string>(random, [
    [3, () => damaged(call, random)],
    [2, () => pick(random, BODIES)],
    [1, () => call],
  ])();
  const headers = Array.from({ length: random.nextInt(0, 3) }, () => pick(random, HEADERS));
  return { type: 'bytes', verb: pick(random, VERBS), path: pick(random, PATHS), headers, body };
}

/** The text with bytes removed, added or repeated. Its words stay: it calls no other method. */
function damaged(body: string, random: Random): string {
  const at = random.nextInt(0, body.length);
  return weighted<() => string>(random, [
    [2, () => body.slice(0, at)],
    [3, () => `${body.slice(0, at)}${pick(random, BYTES)}${body.slice(at)}`],
    [1, () => `${body}${body}`],
    [1, () => `${body.slice(0, at)}${pick(random, BYTES).repeat(random.nextInt(1, 5_000))}${body.slice(at)}`],
  ])();
}
