import { PROPER, body, drip, endless, gzipped, send, sendAndClose, sendAndReset } from './hostile-answers.ts';
import type { Answer } from './hostile-server.ts';
import type { Fault } from '../types.ts';

/** One way not to answer, and the fault it must become. */
export interface HostileCase {
  readonly name: string;
  readonly answer: Answer;
  readonly kind: Fault['kind'];
  readonly evidence: Fault['evidence'];
  readonly source: RegExp | string;
  readonly message: RegExp | string;
}

export const HEAD = 'HTTP/1.1 200 OK\r\n';
const ENVELOPE = 'JSON-RPC 1.0 specification, section 1.2';
const json = (text: string): Pick<HostileCase, 'answer' | 'kind' | 'evidence'> => ({ answer: body(text), kind: 'invalid-json', evidence: 'standard' });

export const hostileCases: readonly HostileCase[] = [
  // JSON
  {
    name: 'invalid JSON', ...json('{"result":1,,}'),
    source: 'RFC 8259, section 4',
    message: /no JSON\. Expected the name of a member in quotes, got ",", at character 12\.$/,
  },
  { name: 'an empty body', ...json(''), source: 'RFC 8259, section 2', message: 'The body is empty (status 200).' },
  {
    name: 'an HTML body', ...json('<html><body>Welcome</body></html>'),
    source: 'RFC 8259, section 3',
    message: /got "<", at character 0\.$/,
  },
  {
    name: 'NaN', ...json('{"result":NaN,"error":null,"id":"$id"}'),
    source: 'RFC 8259, section 6',
    message: /JSON has no number "NaN", at character 10\.$/,
  },
  {
    name: '-Infinity', ...json('{"result":-Infinity,"error":null,"id":"$id"}'),
    source: 'RFC 8259, section 6',
    message: /got "Infinity"/,
  },
  {
    name: 'a name twice', ...json('{"result":1,"result":1,"error":null,"id":"$id"}'),
    source: 'RFC 8259, section 4',
    message: /The name "result" occurs twice/,
  },
  {
    name: 'something after the answer', ...json(`${PROPER}{}`),
    source: 'RFC 8259, section 2',
    message: /After the JSON value comes "{"/,
  },
  {
    name: 'JSON that breaks off', ...json('{"result":"abc'),
    source: 'RFC 8259, section 7',
    message: /ends within a string, at character 14\.$/,
  },
  {
    name: 'bytes that are not UTF-8', answer: send(Buffer.from(`${HEAD}Content-Length: 5\r\n\r\n"\xff\xfe"\n`, 'latin1')),
    kind: 'invalid-json', evidence: 'standard', source: 'RFC 8259, section 8.1',
    message: 'The body is not UTF-8.',
  },
  {
    name: 'nesting of 100,000 levels', answer: body(`{"result":${'['.repeat(100_000)}${']'.repeat(100_000)},"error":null,"id":"$id"}`),
    kind: 'too-deep', evidence: 'health', source: /nesting/,
    message: 'The JSON is nested deeper than 256 levels, from character 265 on.',
  },
  {
    name: 'nesting that is never closed', answer: body('[{"a":'.repeat(100_000)),
    kind: 'too-deep', evidence: 'health', source: /nesting/,
    message: /deeper than 256 levels/,
  },
  // the envelope
  {
    name: 'a foreign id', answer: body('{"result":1,"error":null,"id":"other"}'),
    kind: 'foreign-id', evidence: 'standard', source: ENVELOPE,
    message: /^The id is the string "other", not that of the request, the string "pyx-\d+"\.$/,
  },
  {
    name: 'a number for an id', answer: body('{"result":1,"error":null,"id":1}'),
    kind: 'foreign-id', evidence: 'standard', source: ENVELOPE,
    message: /^The id is the number 1, not/,
  },
  {
    name: 'null for an id', answer: body('{"result":1,"error":null,"id":null}'),
    kind: 'foreign-id', evidence: 'standard', source: ENVELOPE,
    message: /^The id is null, not/,
  },
  {
    name: 'result and error at once', answer: body('{"result":[1],"error":{"code":-1,"message":"x"},"id":"$id"}'),
    kind: 'both', evidence: 'standard', source: ENVELOPE,
    message: /a result \(an array of 1\) and an error \(an object\)/,
  },
  {
    name: 'neither result nor error', answer: body('{"id":"$id"}'),
    kind: 'neither', evidence: 'standard', source: ENVELOPE,
    message: /neither of the members result and error/,
  },
  {
    name: 'no member error', answer: body('{"result":1,"id":"$id"}'),
    kind: 'not-an-envelope', evidence: 'standard', source: ENVELOPE,
    message: 'The answer lacks the member error.',
  },
  {
    name: 'no member id', answer: body('{"result":1,"error":null}'),
    kind: 'not-an-envelope', evidence: 'standard', source: ENVELOPE,
    message: 'The answer lacks the member id.',
  },
  {
    name: 'an array', answer: body(`[${PROPER}]`),
    kind: 'not-an-envelope', evidence: 'standard', source: ENVELOPE,
    message: /is an array of 1, not an object/,
  },
  {
    name: 'an exact number alone', answer: body('1.50'),
    kind: 'not-an-envelope', evidence: 'standard', source: ENVELOPE,
    message: /is the number 1\.50, not/,
  },
  {
    name: 'a string for an error', answer: body('{"result":null,"error":"broken","id":"$id"}'),
    kind: 'not-an-envelope', evidence: 'standard', source: ENVELOPE,
    message: 'The error is the string "broken", not an object.',
  },
  {
    name: 'an error without a code', answer: body('{"result":null,"error":{"message":"broken"},"id":"$id"}', '500 No'),
    kind: 'not-an-envelope', evidence: 'health', source: /error object/,
    message: /has null for a code/,
  },
  {
    name: 'an error with a decimal code', answer: body('{"result":null,"error":{"code":-1.5,"message":"x"},"id":"$id"}'),
    kind: 'not-an-envelope', evidence: 'health', source: /error object/,
    message: /has the number -1\.5 for a code/,
  },
  // HTTP
  {
    name: 'a redirect', answer: body('', '302 Found', 'Location: http://elsewhere.invalid/'),
    kind: 'redirect', evidence: 'health', source: /^RFC 9110, section 15\.4$/,
    message: /answered 302, a redirect to "http:\/\/elsewhere\.invalid\/"/,
  },
  {
    name: 'a refused password', answer: body('', '401 Unauthorized'),
    kind: 'unauthorized', evidence: 'health', source: /15\.5\.2/,
    message: /does not accept the user and password/,
  },
  {
    name: '404 with an empty body', answer: body('', '404 Not Found'),
    kind: 'http-status', evidence: 'health', source: /404/,
    message: 'The node answered 404 with an empty body.',
  },
  {
    name: '503 with plain text', answer: body('Work queue depth exceeded', '503 Busy'),
    kind: 'http-status', evidence: 'health', source: /503/,
    message: /answered 503 with 25 bytes that are no JSON-RPC answer/,
  },
  {
    name: '500 with other JSON', answer: body('{"message":"no route"}', '500 No'),
    kind: 'http-status', evidence: 'health', source: /500/,
    message: /answered 500 with 22 bytes/,
  },
  {
    name: 'status 999', answer: body(PROPER, '999 What'),
    kind: 'http-status', evidence: 'standard', source: 'RFC 9110, section 15',
    message: /^The status is 999/,
  },
  {
    name: 'gzip unasked', answer: gzipped,
    kind: 'encoding', evidence: 'standard', source: /12\.5\.3/,
    message: /encoded as "gzip"/,
  },
  {
    name: 'a transfer coding unasked', answer: sendAndClose(`${HEAD}Transfer-Encoding: gzip\r\n\r\nxx`),
    kind: 'encoding', evidence: 'standard', source: /10\.1\.4/,
    message: /transfer coding is "gzip"/,
  },
  {
    name: 'garbage instead of HTTP', answer: send('SSH-2.0-OpenSSH_9.2\r\n'),
    kind: 'headers', evidence: 'standard', source: /RFC 9112, section 2\.1/,
    message: /not HTTP\/1\.1/,
  },
  {
    name: 'another HTTP version', answer: send('HTTP/7.3 200 OK\r\nContent-Length: 0\r\n\r\n'),
    kind: 'headers', evidence: 'standard', source: /RFC 9112/,
    message: /not HTTP\/1\.1/,
  },
  {
    name: 'two lengths', answer: send(`${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`),
    kind: 'headers', evidence: 'standard', source: /RFC 9112/,
    message: /not HTTP\/1\.1/,
  },
  {
    name: 'a chunk size that is no number', answer: send(`${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nzz\r\n`),
    kind: 'headers', evidence: 'standard', source: /section 7\.1/,
    message: 'The chunked body holds what is no chunk (Invalid character in chunk size).',
  },
  {
    name: 'a body longer than announced', answer: send(`${HEAD}Content-Length: 2\r\n\r\n{}{"more":1}`),
    kind: 'headers', evidence: 'standard', source: /section 6\.3/,
    message: /After the whole answer came bytes that belong to none/,
  },
  {
    name: 'endless headers', answer: endless(HEAD, `X-More: ${'y'.repeat(500)}\r\n`),
    kind: 'headers', evidence: 'health', source: /headers beyond the bound/,
    message: /larger than is read: it was given up after [\d,]+ bytes/,
  },
  {
    name: 'one endless header', answer: endless(`${HEAD}X-More: `, 'y'.repeat(1_000)),
    kind: 'headers', evidence: 'health', source: /headers beyond the bound/,
    message: /larger than is read/,
  },
  {
    name: 'endless trailers', answer: endless(`${HEAD}Transfer-Encoding: chunked\r\n\r\n0\r\n`, `X-More: ${'y'.repeat(500)}\r\n`),
    kind: 'headers', evidence: 'health', source: /beyond the bound/,
    message: /larger than is read/,
  },
  {
    name: 'endless chunk extensions', answer: endless(`${HEAD}Transfer-Encoding: chunked\r\n\r\n1;`, 'y'.repeat(1_000)),
    kind: 'headers', evidence: 'health', source: /beyond the bound/,
    message: /extensions of a chunk/,
  },
  {
    name: 'endless interim answers', answer: endless('', 'HTTP/1.1 100 Continue\r\n\r\n'),
    kind: 'headers', evidence: 'health', source: /interim/,
    message: /More than 32 interim answers/,
  },
  {
    name: 'an interim answer and no more', answer: send('HTTP/1.1 100 Continue\r\n\r\n'),
    kind: 'timeout', evidence: 'health', source: /400 ms/,
    message: /only 1 interim answer \(1xx\)/,
  },
  {
    name: 'an interim answer and an end', answer: sendAndClose('HTTP/1.1 100 Continue\r\n\r\n'),
    kind: 'reset', evidence: 'health', source: /broke/,
    message: /closed the connection after 25 bytes, before the headers/,
  },
  {
    name: 'a switch of protocols', answer: send('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    kind: 'http-status', evidence: 'standard', source: /RFC 9110, section 7\.8/,
    message: /answered 101/,
  },
  // connections and time
  {
    name: 'silence', answer: () => {},
    kind: 'timeout', evidence: 'health', source: /400 ms/,
    message: 'No whole answer came within 400 ms: not a single byte.',
  },
  {
    name: 'a slow drip of headers', answer: drip(`${HEAD}X-A: ${'b'.repeat(2_000)}`, 5),
    kind: 'timeout', evidence: 'health', source: /400 ms/,
    message: /only \d+ bytes of its headers/,
  },
  {
    name: 'a slow drip of the body', answer: (socket, request) => { socket.write(`${HEAD}Content-Length: 5000\r\n\r\n`); drip(' ', 5)(socket, request); },
    kind: 'timeout', evidence: 'health', source: /400 ms/,
    message: /only \d+ of 5,000 bytes of the body/,
  },
  {
    name: 'a truncated body', answer: sendAndClose(`${HEAD}Content-Length: 100\r\n\r\n{"result":`),
    kind: 'truncated', evidence: 'health', source: /RFC 9112, section 8/,
    message: 'The body ended after 10 of 100 bytes announced.',
  },
  {
    name: 'a chunked body cut off', answer: sendAndClose(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"res\r\n`),
    kind: 'truncated', evidence: 'health', source: /RFC 9112, section 8/,
    message: /chunked body ended after 5 bytes without its last chunk/,
  },
  {
    name: 'a reset within the body', answer: sendAndReset(`${HEAD}Content-Length: 100\r\n\r\n{"result":`),
    kind: 'reset', evidence: 'health', source: /broke/,
    message: /ECONNRESET\) after 10 of 100 bytes of the body/,
  },
  {
    name: 'a reset within the headers', answer: sendAndReset(`${HEAD}Content-`),
    kind: 'reset', evidence: 'health', source: /broke/,
    message: /after 25 bytes, before the headers were whole/,
  },
  {
    name: 'a reset before the answer', answer: sendAndReset(''),
    kind: 'reset', evidence: 'health', source: /broke/,
    message: /ECONNRESET\) before any byte of an answer/,
  },
  {
    name: 'an end before the answer', answer: sendAndClose(''),
    kind: 'reset', evidence: 'health', source: /broke/,
    message: /closed the connection before any byte/,
  },
];
