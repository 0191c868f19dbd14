import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Wire } from '../../../specs/model/wire.ts';
import { NODE_CREDENTIALS, type Deviation } from './deviating-node.ts';

/** Sends a head and a body without changes, then closes the connection. */
const bytes =
  (head: (body: Buffer) => string, alter = (body: Buffer): Buffer => body) =>
  (response: ServerResponse, body: Buffer): void => {
    response.socket?.end(Buffer.concat([Buffer.from(`${head(body)}\r\n\r\n`, 'latin1'), alter(body)]));
  };
const date = 'Date: Sun, 06 Nov 1994 08:49:37 GMT';
const unchanged = (response: ServerResponse, body: Buffer): unknown => response.setHeader('content-length', body.length).end(body);
const passwordOf = (request: IncomingMessage): string =>
  Buffer.from((request.headers.authorization ?? '').replace(/^basic /i, ''), 'base64')
    .toString()
    .split(':')
    .slice(1)
    .join(':');
const members = (wire: Wire | undefined): { [name: string]: Wire } => ({ ...(wire as { [name: string]: Wire }) });
const authorised = new WeakSet<object>();
const held: (() => void)[] = [];
const state = { broken: false };

/** Deviations of a node, each with the case and the check that must find it. */
export const deviations: readonly { readonly name: string; readonly found: string; readonly by: string; readonly deviation: Deviation }[] =
  [
    { name: 'a foreign id', found: 'id/word', by: 'foreign-id', deviation: { answers: (answer) => ({ ...answer, id: 'other' }) } },
    {
      name: 'an id of digits as a number',
      found: 'id/digits',
      by: 'foreign-id',
      deviation: {
        answers: (answer) => ({ ...answer, id: typeof answer.id === 'string' && /^\d+$/.test(answer.id) ? Number(answer.id) : answer.id }),
      },
    },
    {
      name: 'an id that is normalised',
      found: 'id/accents',
      by: 'foreign-id',
      deviation: { answers: (answer) => ({ ...answer, id: String(answer.id).normalize('NFC') }) },
    },
    {
      name: 'an id that is trimmed',
      found: 'id/spaces',
      by: 'foreign-id',
      deviation: { answers: (answer) => ({ ...answer, id: String(answer.id).trim() }) },
    },
    {
      name: 'an id that is truncated',
      found: 'id/long',
      by: 'foreign-id',
      deviation: { answers: (answer) => ({ ...answer, id: String(answer.id).slice(0, 255) }) },
    },
    {
      name: 'an empty id as null',
      found: 'id/empty',
      by: 'foreign-id',
      deviation: { answers: (answer) => ({ ...answer, id: answer.id || null }) },
    },
    {
      name: 'no id with an error',
      found: 'id/of-an-error',
      by: 'foreign-id',
      deviation: { answers: (answer) => (answer.error === null ? answer : { ...answer, id: null }) },
    },
    {
      name: 'no error member in a successful answer',
      found: 'answer/of-success',
      by: 'presence',
      deviation: { answers: ({ error: _, ...answer }) => answer },
    },
    {
      name: 'both a result and an error',
      found: 'answer/of-refusal',
      by: 'equals',
      deviation: { answers: (answer) => ({ ...answer, result: answer.result ?? 7 }) },
    },
    {
      name: 'an error that is a string',
      found: 'answer/of-refusal',
      by: 'holds',
      deviation: { answers: (answer) => ({ ...answer, error: answer.error === null ? null : 'no' }) },
    },
    {
      name: 'an unknown method answered with a result',
      found: 'answer/of-unknown-method',
      by: 'equals',
      deviation: { answers: (answer, method) => (method.startsWith('no') ? { ...answer, result: true, error: null } : answer) },
    },
    {
      name: 'a byte order mark',
      found: 'answer/utf-8',
      by: 'byte-order-mark',
      deviation: { writes: (json) => Buffer.from(`\ufeff${json}`) },
    },
    { name: 'an answer in Latin-1', found: 'answer/utf-8', by: 'utf-8', deviation: { writes: (json) => Buffer.from(json, 'latin1') } },
    {
      name: 'JSON escapes that are not decoded',
      found: 'json/escaped-method',
      by: 'no-result',
      deviation: { reads: (body, correct) => ({ ...members(correct), method: /"method"\s*:\s*"([^"]*)"/.exec(body)?.[1] ?? null }) },
    },
    {
      name: 'members that are read by position',
      found: 'json/order-reversed',
      by: 'no-result',
      deviation: { reads: (_, correct) => ({ ...members(correct), method: Object.values(members(correct))[2] ?? null }) },
    },
    {
      name: 'whitespace that is refused',
      found: 'json/whitespace-around',
      by: 'no-result',
      deviation: { reads: (body, correct) => (body === body.trim() ? correct : undefined) },
    },
    {
      name: 'arguments at other positions',
      found: 'params-positional',
      by: 'holds',
      deviation: { takes: (method, params) => (method === 'getblockheader' ? params.slice(0, 1) : params) },
    },
    {
      name: 'a wrong default',
      found: 'notation-optional',
      by: 'type',
      deviation: { takes: (method, params) => (method === 'getblock' && params.length === 1 ? [...params, 0] : params) },
    },
    {
      name: 'a value in place of a missing required argument',
      found: 'notation-required',
      by: 'refusal',
      deviation: { takes: (method, params) => (method === 'getblockhash' && params.length === 0 ? [0] : params) },
    },
    {
      name: 'some calls refused at the base URL',
      found: 'base-url',
      by: 'no-answer',
      deviation: { writes: (json) => Buffer.from(json.includes('not found') ? 'elsewhere' : json) },
    },
    { name: 'calls accepted without credentials', found: 'authentication/none', by: 'let-in', deviation: { admits: () => true } },
    {
      name: 'a wrong password accepted',
      found: 'authentication/wrong-password',
      by: 'let-in',
      deviation: { admits: (request) => passwordOf(request) !== '' },
    },
    {
      name: 'any user accepted',
      found: 'authentication/wrong-user',
      by: 'let-in',
      deviation: { admits: (request) => passwordOf(request) === NODE_CREDENTIALS.password },
    },
    {
      name: 'an empty password accepted',
      found: 'authentication/empty',
      by: 'let-in',
      deviation: { admits: (request, correct) => correct || ('authorization' in request.headers && passwordOf(request) === '') },
    },
    {
      name: 'a prefix of the password accepted',
      found: 'authentication/altered',
      by: 'let-in',
      deviation: { admits: (request) => passwordOf(request).length > 3 && NODE_CREDENTIALS.password.startsWith(passwordOf(request)) },
    },
    {
      name: 'malformed credentials accepted',
      found: 'authentication/malformed',
      by: 'let-in',
      deviation: { admits: (request, correct) => correct || request.headers.authorization === 'Basic !!!!' },
    },
    {
      name: 'another scheme accepted',
      found: 'authentication/other-scheme',
      by: 'let-in',
      deviation: { admits: (request, correct) => correct || request.headers.authorization?.startsWith('Bearer ') === true },
    },
    {
      name: 'a connection that stays authorised',
      found: 'authentication/each-call',
      by: 'let-in',
      deviation: { admits: ({ socket }, correct) => (correct ? authorised.add(socket).has(socket) : authorised.has(socket)) },
    },
    {
      name: 'a call executed before it is refused',
      found: 'authentication/not-carried-out',
      by: 'carried-out',
      deviation: { instead: (request, _, call) => request.headers.authorization === undefined && call().length === 0 },
    },
    {
      name: '401 without a challenge',
      found: 'authentication/none',
      by: 'challenge',
      deviation: {
        sends: (response, body, _, status) =>
          void unchanged(status === 401 ? Object.assign(response, response.removeHeader('www-authenticate')) : response, body),
      },
    },
    {
      name: 'a challenge without a realm',
      found: 'authentication/none',
      by: 'realm',
      deviation: {
        sends: (response, body, _, status) =>
          void unchanged(status === 401 ? response.setHeader('www-authenticate', 'Basic') : response, body),
      },
    },
    {
      name: 'a length too large',
      found: 'http/content-length/of-success',
      by: 'too-short',
      deviation: { sends: bytes((body) => `HTTP/1.1 200 OK\r\n${date}\r\nContent-Length: ${body.length + 5}`) },
    },
    {
      name: 'a length too small',
      found: 'http/content-length/of-success',
      by: 'too-long',
      deviation: { sends: bytes((body) => `HTTP/1.1 200 OK\r\n${date}\r\nContent-Length: ${body.length - 5}`) },
    },
    {
      name: 'two lengths',
      found: 'http/content-length/of-refusal',
      by: 'both-lengths',
      deviation: {
        sends: bytes(
          (body) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: ${body.length}`,
          (body) => Buffer.from(`${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\n\r\n`),
        ),
      },
    },
    { name: 'no status line', found: 'http/status-line/of-success', by: 'status-line', deviation: { sends: bytes(() => 'HTTP/1.1 OK') } },
    {
      name: 'no date',
      found: 'http/date',
      by: 'date',
      deviation: { sends: (response, body) => void unchanged(Object.assign(response, { sendDate: false }), body) },
    },
    {
      name: 'a date in another form',
      found: 'http/date',
      by: 'date-form',
      deviation: { sends: (response, body) => void unchanged(response.setHeader('date', '1994-11-06'), body) },
    },
    {
      name: 'chunks for HTTP/1.0',
      found: 'http/version/1.0',
      by: 'transfer-encoding',
      deviation: {
        sends: bytes(
          () => 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked',
          (body) => Buffer.from(`${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\n\r\n`),
        ),
      },
    },
    {
      name: 'GET answered as a call',
      found: 'http/verb/GET',
      by: 'verb',
      deviation: { instead: (request, response, call) => request.method === 'GET' && Boolean(response.end(call())) },
    },
    {
      name: 'a body for HEAD',
      found: 'http/head-has-no-body',
      by: 'head-body',
      deviation: {
        instead: (request) => request.method === 'HEAD' && Boolean(request.socket.end('HTTP/1.1 405 No\r\nContent-Length: 4\r\n\r\nPOST')),
      },
    },
    {
      name: '405 without an Allow field',
      found: 'http/allow',
      by: 'allow',
      deviation: { sends: (response, body) => void unchanged(Object.assign(response, response.removeHeader('allow')), body) },
    },
    {
      name: 'connections closed without an announcement',
      found: 'http/keep-alive',
      by: 'not-kept',
      deviation: { sends: bytes((body) => `HTTP/1.1 200 OK\r\n${date}\r\nContent-Length: ${body.length}`) },
    },
    {
      name: 'a connection kept open after Connection: close',
      found: 'http/close-in-capitals',
      by: 'not-closed',
      deviation: {
        sends: (response, body) =>
          response.socket?.write(`HTTP/1.1 200 OK\r\n${date}\r\nContent-Length: ${body.length}\r\n\r\n${body.toString()}`),
      },
    },
    {
      name: 'calls answered in another order',
      found: 'http/pipeline',
      by: 'order',
      deviation: {
        sends: (_, body, { socket }) => {
          held.push(() => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body.toString()}`));
          if (held.length === 4) for (const send of held.splice(0).reverse()) send();
        },
      },
    },
    {
      name: 'chunked bodies that are refused',
      found: 'http/request/chunked',
      by: 'no-answer',
      deviation: { instead: (request, response) => 'transfer-encoding' in request.headers && Boolean(response.writeHead(501).end()) },
    },
    {
      name: 'an absolute URL that is refused',
      found: 'http/request/absolute-target',
      by: 'no-answer',
      deviation: { instead: (request, response) => request.url !== '/' && Boolean(response.writeHead(404).end()) },
    },
    { name: 'requests without Host accepted', found: 'http/refused/no-host', by: 'status', deviation: { hostless: true } },
    { name: 'requests with two Host fields accepted', found: 'http/refused/two-hosts', by: 'status', deviation: { hostless: true } },
    {
      name: 'a malformed length answered with 200',
      found: 'http/refused/length-no-number',
      by: 'status',
      deviation: { clientError: (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n') },
    },
    {
      name: 'no answers after a malformed body',
      found: 'json/odd/cut-short',
      by: 'unresponsive',
      deviation: {
        reads: (_, correct) => {
          state.broken ||= correct === undefined;
          return correct;
        },
        instead: (request) => state.broken && Boolean(request.socket.destroy()),
      },
    },
  ];
