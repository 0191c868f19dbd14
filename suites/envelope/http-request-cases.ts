import type { Trial } from '../../engine/trial.ts';
import type { Case, Danger } from '../../engine/case.ts';
import { inShort } from './answer.ts';
import { basicToken, callBody, placeOf, resultOf, stillServes } from './exchange.ts';
import { CALL_ENVELOPE, envelopeCase } from './envelope-case.ts';
import { firstAnswer, gotAnswer, httpTalk, requestText, type RequestLines } from './http-talk.ts';

type Lines = Omit<RequestLines, 'body'> & { readonly body?: (call: string) => string };
interface Form {
  readonly slug: string;
  readonly what: string;
  readonly source: string;
  readonly lines: (t: Trial) => Lines;
  readonly danger?: Danger;
}

const chunk = (text: string, extension = ''): string => `${Buffer.byteLength(text).toString(16)}${extension}\r\n${text}\r\n`;
const chunked = ['Transfer-Encoding: chunked'];

/** Forms of a request that every HTTP server must understand. */
const understood: readonly Form[] = [
  {
    slug: 'names-in-lower-case',
    what: 'field names in lower case',
    source: 'RFC 9110, section 5.1',
    lines: (t) => ({ host: [`host: ${authority(t)}`], authorization: credentialsLine(t, 'authorization: Basic ') }),
  },
  {
    slug: 'names-in-capitals',
    what: 'field names in capitals',
    source: 'RFC 9110, section 5.1',
    lines: (t) => ({ host: [`HOST: ${authority(t)}`], authorization: credentialsLine(t, 'AUTHORIZATION: Basic ') }),
  },
  {
    slug: 'no-space-after-colon',
    what: 'no space after the colon of a field',
    source: 'RFC 9112, section 5',
    lines: (t) => ({ host: [`Host:${authority(t)}`], authorization: credentialsLine(t, 'Authorization:Basic ') }),
  },
  {
    slug: 'tab-after-colon',
    what: 'a tab after the colon of a field',
    source: 'RFC 9110, section 5.5',
    lines: (t) => ({ authorization: credentialsLine(t, 'Authorization:\tBasic ') }),
  },
  {
    slug: 'space-after-value',
    what: 'spaces after the value of a field',
    source: 'RFC 9110, section 5.5',
    lines: (t) => ({ authorization: credentialsLine(t, 'Authorization:  Basic ', ' \t ') }),
  },
  {
    slug: 'absolute-target',
    what: 'the absolute URL as the request target',
    source: 'RFC 9112, section 3.2.2',
    lines: (t) => ({ start: `POST http://${authority(t)}/ HTTP/1.1` }),
  },
  {
    slug: 'chunked',
    what: 'a body in chunks',
    source: 'RFC 9112, section 7.1',
    lines: () => ({ framing: chunked, body: (call) => `${chunk(call.slice(0, 11))}${chunk(call.slice(11))}0\r\n\r\n` }),
  },
  {
    slug: 'chunked-by-byte',
    what: 'a body in chunks of one byte',
    source: 'RFC 9112, section 7.1',
    lines: () => ({ framing: chunked, body: (call) => `${Array.from(call, (byte) => chunk(byte)).join('')}0\r\n\r\n` }),
  },
  {
    slug: 'chunked-in-capitals',
    what: 'the coding chunked in capitals',
    source: 'RFC 9112, section 7',
    lines: () => ({ framing: ['TRANSFER-ENCODING: Chunked'], body: (call) => `${chunk(call)}0\r\n\r\n` }),
  },
  {
    slug: 'chunk-size-with-zeros',
    what: 'zeros before the size of a chunk',
    source: 'RFC 9112, section 7.1',
    lines: () => ({ framing: chunked, body: (call) => `000${chunk(call)}000\r\n\r\n` }),
  },
  {
    slug: 'chunk-extension',
    what: 'an unknown chunk extension',
    source: 'RFC 9112, section 7.1.1',
    lines: () => ({ framing: chunked, body: (call) => `${chunk(call, ';nosuch=1')}0\r\n\r\n` }),
  },
  {
    slug: 'chunk-trailer',
    what: 'a trailer field after the chunks',
    source: 'RFC 9112, section 7.1.2',
    lines: () => ({ framing: chunked, body: (call) => `${chunk(call)}0\r\nX-Nosuch: 1\r\n\r\n` }),
  },
];

/** Requests that every HTTP server must answer with 400. */
const refused: readonly Form[] = [
  { slug: 'no-host', what: 'a request without the field Host', source: 'RFC 9112, section 3.2', lines: () => ({ host: [] }) },
  {
    slug: 'two-hosts',
    what: 'a request with two Host fields',
    source: 'RFC 9112, section 3.2',
    lines: (t) => ({ host: [`Host: ${authority(t)}`, 'Host: other.example'] }),
  },
  {
    slug: 'space-before-colon',
    what: 'a space between the name of a field and its colon',
    source: 'RFC 9112, section 5.1',
    lines: () => ({ more: ['X-Nosuch : 1'] }),
  },
  {
    slug: 'length-no-number',
    danger: 'bytes',
    what: 'a Content-Length that is not a number',
    source: 'RFC 9112, section 6.3',
    lines: () => ({ framing: ['Content-Length: many'] }),
  },
  {
    slug: 'length-negative',
    danger: 'bytes',
    what: 'a negative Content-Length',
    source: 'RFC 9112, section 6.3',
    lines: () => ({ framing: ['Content-Length: -5'] }),
  },
  {
    slug: 'two-lengths',
    danger: 'bytes',
    what: 'two different Content-Length fields',
    source: 'RFC 9112, section 6.3',
    lines: () => ({ more: ['Content-Length: 5'] }),
  },
];

/** Requests whose treatment HTTP leaves to the server; the response is observed. */
const open: readonly Omit<Form, 'source'>[] = [
  { slug: 'unknown-field', what: 'an unknown field', lines: () => ({ more: ['X-Nosuch: 1'] }) },
  {
    slug: 'accept-nothing-known',
    what: 'an unknown content type as the only accepted one',
    lines: () => ({ more: ['Accept: nosuch/nosuch'] }),
  },
  { slug: 'accept-gzip', what: 'Accept-Encoding: gzip', lines: () => ({ more: ['Accept-Encoding: gzip'] }) },
  { slug: 'expectation-unknown', what: 'an unknown expectation', lines: () => ({ more: ['Expect: nosuch'] }) },
  {
    slug: 'transfer-coding-unknown',
    danger: 'bytes',
    what: 'an unknown transfer coding',
    lines: () => ({ framing: ['Transfer-Encoding: nosuch, chunked'], body: (call) => `${chunk(call)}0\r\n\r\n` }),
  },
  {
    slug: 'chunks-and-length',
    danger: 'bytes',
    what: 'both chunks and a Content-Length',
    lines: () => ({ framing: [...chunked, 'Content-Length: 5'], body: (call) => `${chunk(call)}0\r\n\r\n` }),
  },
  {
    slug: 'chunk-size-no-number',
    danger: 'bytes',
    what: 'a chunk whose size is not a number',
    lines: () => ({ framing: chunked, body: (call) => `zz\r\n${call}\r\n0\r\n\r\n` }),
  },
  {
    slug: 'chunk-size-huge',
    danger: 'size',
    what: 'a chunk size above 64 bits',
    lines: () => ({ framing: chunked, body: (call) => `ffffffffffffffffff\r\n${call}\r\n0\r\n\r\n` }),
  },
  { slug: 'no-length', danger: 'bytes', what: 'a body without a length', lines: () => ({ framing: [] }) },
  { slug: 'empty-line-first', what: 'an empty line before the request', lines: () => ({ start: '\r\nPOST / HTTP/1.1' }) },
  { slug: 'version-2.0', what: 'HTTP/2.0 in the request line', lines: () => ({ start: 'POST / HTTP/2.0' }) },
  { slug: 'version-in-lower-case', what: 'http/1.1 in the request line', lines: () => ({ start: 'POST / http/1.1' }) },
  { slug: 'no-version', what: 'a request line without a version', lines: () => ({ start: 'POST /' }) },
  { slug: 'no-target', what: 'a request line without a target', lines: () => ({ start: 'POST HTTP/1.1' }) },
  { slug: 'fields-of-9-kb', danger: 'size', what: 'a field of 9 KB', lines: () => ({ more: [`X-Nosuch: ${'a'.repeat(9_000)}`] }) },
  {
    slug: 'hundred-fields',
    danger: 'size',
    what: 'a hundred fields',
    lines: () => ({ more: Array.from({ length: 100 }, (_, index) => `X-Nosuch-${index}: ${index}`) }),
  },
  { slug: 'origin', what: 'a foreign Origin field', lines: () => ({ more: ['Origin: http://other.example'] }) },
];

/** Cases about the forms of an HTTP request. */
export const httpRequestCases: readonly Case[] = [
  ...understood.map(({ slug, what, source, lines }) =>
    envelopeCase({
      slug: `http/request/${slug}`,
      title: `A call with ${what} is answered`,
      source,
      run: async (t) => {
        resultOf(t, gotAnswer(firstAnswer(t, await send(t, lines(t)), `a call with ${what}`)), `a call with ${what}`);
      },
    }),
  ),
  ...refused.map(({ slug, what, source, lines, danger }) =>
    envelopeCase({
      slug: `http/refused/${slug}`,
      danger,
      title: `The node answers ${what} with HTTP 400`,
      source,
      run: async (t) => {
        const { final, ending } = await send(t, lines(t));
        t.equal(final[0]?.status ?? null, 400, `the HTTP status of the answer to ${what} (connection: ${ending})`, {
          check: 'status',
          found: String(final[0]?.status ?? 'none'),
        });
        await stillServes(t);
      },
    }),
  ),
  envelopeCase({
    slug: 'http/folded-field',
    title: 'A call with a field folded over two lines is refused with HTTP 400, or answered with a result',
    source: 'RFC 9112, section 5.2',
    run: async (t) => {
      const got = gotAnswer(firstAnswer(t, await send(t, { more: ['X-Nosuch: 1', '  2'] }), 'a call with a field folded over two lines'));
      if (got.status !== 400) resultOf(t, got, 'a call with a field folded over two lines, not refused with HTTP 400');
      await stillServes(t);
    },
  }),
  ...open.map(({ slug, what, lines, danger }) =>
    envelopeCase({
      slug: `http/open/${slug}`,
      danger,
      title: `The node still answers calls after an unusual request: ${what}`,
      source: CALL_ENVELOPE,
      run: async (t) => {
        const talked = await send(t, lines(t), 1_000);
        const [answer] = talked.final;
        const came = answer ? inShort(gotAnswer(answer)) : `no answer (${talked.ending})`;
        t.observe('answer', came, `${what}: ${came}`);
        await stillServes(t);
      },
    }),
  ),
];

function send(t: Trial, { body = (call) => call, ...lines }: Lines, timeoutMs?: number): ReturnType<typeof httpTalk> {
  const call = callBody({ id: t.random.word(8) });
  return httpTalk(t, { parts: [requestText(t, { ...lines, body: body(call) })], ...(timeoutMs !== undefined && { timeoutMs }) });
}

function authority(t: Trial): string {
  const { host, port } = placeOf(t);
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The field with the correct credentials in another notation. */
function credentialsLine(t: Trial, before: string, after = ''): string {
  const token = basicToken(t);
  return token === undefined ? t.inapplicable('no credentials are configured for this node') : `${before}${token}${after}`;
}
