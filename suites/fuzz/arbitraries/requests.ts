import type { Random } from 'fast-check';
import { requestObject } from '../../../client/request-object.ts';
import type { RequestForm } from '../../../client/types.ts';
import { stringify } from '../../../client/wire-json.ts';
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
/** Bodies that are no proper requests. `named`: the members that name a method which changes nothing. */
const bodiesWith = (named: string): readonly string[] => [
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
  `{${named},"params":null}`,
  `{${named},"params":"x"}`,
  `{${named},"id":1e400}`,
  `{${named},"id":{"a":[]}}`,
  `{${named},"method":"getbestblockhash"}`,
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

/** A call that changes nothing, in the form in which the service is called. */
export interface HarmlessCall {
  readonly method: string;
  readonly form: RequestForm;
}

/** A request that is malformed, as HTTP or as a call. */
export function request(random: Random, { method, form }: HarmlessCall): BytesProbe {
  const call = stringify(requestObject('pyx', method, [], form));
  const named = `${form.jsonrpc === '2.0' ? '"jsonrpc":"2.0",' : ''}"method":${JSON.stringify(method)}`;
  const body = weighted<() => string>(random, [
    [3, () => damaged(call, random)],
    [2, () => pick(random, bodiesWith(named))],
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
