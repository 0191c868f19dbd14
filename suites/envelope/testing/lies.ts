import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Wire } from '../../../specs/model/wire.ts';
import { NODE_CREDENTIALS, type Lies } from './lying-node.ts';

/** Sends a head and a body as they stand, then closes. */
const bytes =
  (head: (body: Buffer) => string, alter = (body: Buffer): Buffer => body) =>
  (response: ServerResponse, body: Buffer): void => {
    response.socket?.end(Buffer.concat([Buffer.from(`${head(body)}\r\n\r\n`, 'latin1'), alter(body)]));
  };
const date = 'Date: Sun, 06 Nov 1994 08:49:37 GMT';
const honestly = (response: ServerResponse, body: Buffer): unknown => response.setHeader('content-length', body.length).end(body);
const passwordOf = (request: IncomingMessage): string =>
  Buffer.from((request.headers.authorization ?? '').replace(/^basic /i, ''), 'base64')
    .toString()
    .split(':')
    .slice(1)
    .join(':');
const members = (wire: Wire | undefined): { [name: string]: Wire } => ({ ...(wire as { [name: string]: Wire }) });
const letIn = new WeakSet<object>();
const held: (() => void)[] = [];
const mood = { broken: false };

/** What a node may lie about, the case that has to find it, and the check that says so. */
export const plannedLies: readonly { readonly lie: string; readonly found: string; readonly by: string; readonly lies: Lies }[] = [
  { lie: 'a foreign id', found: 'id/word', by: 'foreign-id', lies: { answers: (answer) => ({ ...answer, id: 'other' }) } },
  {
    lie: 'an id of digits as a number',
    found: 'id/digits',
    by: 'foreign-id',
    lies: {
      answers: (answer) => ({ ...answer, id: typeof answer.id === 'string' && /^\d+$/.test(answer.id) ? Number(answer.id) : answer.id }),
    },
  },
  {
    lie: 'an id that is normalised',
    found: 'id/accents',
    by: 'foreign-id',
    lies: { answers: (answer) => ({ ...answer, id: String(answer.id).normalize('NFC') }) },
  },
  {
    lie: 'an id that is trimmed',
    found: 'id/spaces',
    by: 'foreign-id',
    lies: { answers: (answer) => ({ ...answer, id: String(answer.id).trim() }) },
  },
  {
    lie: 'an id that is cut',
    found: 'id/long',
    by: 'foreign-id',
    lies: { answers: (answer) => ({ ...answer, id: String(answer.id).slice(0, 255) }) },
  },
  {
    lie: 'an empty id as null',
    found: 'id/empty',
    by: 'foreign-id',
    lies: { answers: (answer) => ({ ...answer, id: answer.id || null }) },
  },
  {
    lie: 'no id with an error',
    found: 'id/of-an-error',
    by: 'foreign-id',
    lies: { answers: (answer) => (answer.error === null ? answer : { ...answer, id: null }) },
  },
  {
    lie: 'the error left out of success',
    found: 'answer/of-success',
    by: 'presence',
    lies: { answers: ({ error: _, ...answer }) => answer },
  },
  {
    lie: 'a result beside the error',
    found: 'answer/of-refusal',
    by: 'equals',
    lies: { answers: (answer) => ({ ...answer, result: answer.result ?? 7 }) },
  },
  {
    lie: 'an error that is a sentence',
    found: 'answer/of-refusal',
    by: 'holds',
    lies: { answers: (answer) => ({ ...answer, error: answer.error === null ? null : 'no' }) },
  },
  {
    lie: 'an unknown method answered with a result',
    found: 'answer/of-unknown-method',
    by: 'equals',
    lies: { answers: (answer, method) => (method.startsWith('no') ? { ...answer, result: true, error: null } : answer) },
  },
  {
    lie: 'a byte order mark',
    found: 'answer/utf-8',
    by: 'byte-order-mark',
    lies: { writes: (json) => Buffer.from(`\ufeff${json}`) },
  },
  { lie: 'an answer in Latin-1', found: 'answer/utf-8', by: 'utf-8', lies: { writes: (json) => Buffer.from(json, 'latin1') } },
  {
    lie: 'escapes that are not read',
    found: 'json/escaped-method',
    by: 'no-result',
    lies: { reads: (body, honest) => ({ ...members(honest), method: /"method"\s*:\s*"([^"]*)"/.exec(body)?.[1] ?? null }) },
  },
  {
    lie: 'members that are taken by their order',
    found: 'json/order-reversed',
    by: 'no-result',
    lies: { reads: (_, honest) => ({ ...members(honest), method: Object.values(members(honest))[2] ?? null }) },
  },
  {
    lie: 'whitespace that is refused',
    found: 'json/whitespace-around',
    by: 'no-result',
    lies: { reads: (body, honest) => (body === body.trim() ? honest : undefined) },
  },
  {
    lie: 'arguments in other places',
    found: 'params-positional',
    by: 'holds',
    lies: { takes: (method, params) => (method === 'getblockheader' ? params.slice(0, 1) : params) },
  },
  {
    lie: 'another default',
    found: 'notation-optional',
    by: 'type',
    lies: { takes: (method, params) => (method === 'getblock' && params.length === 1 ? [...params, 0] : params) },
  },
  {
    lie: 'a required argument made up',
    found: 'notation-required',
    by: 'refusal',
    lies: { takes: (method, params) => (method === 'getblockhash' && params.length === 0 ? [0] : params) },
  },
  {
    lie: 'no base URL for some calls',
    found: 'base-url',
    by: 'no-answer',
    lies: { writes: (json) => Buffer.from(json.includes('not found') ? 'elsewhere' : json) },
  },
  { lie: 'calls let in without credentials', found: 'authentication/none', by: 'let-in', lies: { admits: () => true } },
  {
    lie: 'a wrong password let in',
    found: 'authentication/wrong-password',
    by: 'let-in',
    lies: { admits: (request) => passwordOf(request) !== '' },
  },
  {
    lie: 'any user let in',
    found: 'authentication/wrong-user',
    by: 'let-in',
    lies: { admits: (request) => passwordOf(request) === NODE_CREDENTIALS.password },
  },
  {
    lie: 'an empty password let in',
    found: 'authentication/empty',
    by: 'let-in',
    lies: { admits: (request, honest) => honest || ('authorization' in request.headers && passwordOf(request) === '') },
  },
  {
    lie: 'the beginning of the password let in',
    found: 'authentication/altered',
    by: 'let-in',
    lies: { admits: (request) => passwordOf(request).length > 3 && NODE_CREDENTIALS.password.startsWith(passwordOf(request)) },
  },
  {
    lie: 'malformed credentials let in',
    found: 'authentication/malformed',
    by: 'let-in',
    lies: { admits: (request, honest) => honest || request.headers.authorization === 'Basic !!!!' },
  },
  {
    lie: 'another scheme let in',
    found: 'authentication/other-scheme',
    by: 'let-in',
    lies: { admits: (request, honest) => honest || request.headers.authorization?.startsWith('Bearer ') === true },
  },
  {
    lie: 'a connection that stays let in',
    found: 'authentication/each-call',
    by: 'let-in',
    lies: { admits: ({ socket }, honest) => (honest ? letIn.add(socket).has(socket) : letIn.has(socket)) },
  },
  {
    lie: 'a call carried out before it is refused',
    found: 'authentication/not-carried-out',
    by: 'carried-out',
    lies: { instead: (request, _, call) => request.headers.authorization === undefined && call().length === 0 },
  },
  {
    lie: '401 without a challenge',
    found: 'authentication/none',
    by: 'challenge',
    lies: {
      sends: (response, body, _, status) =>
        void honestly(status === 401 ? Object.assign(response, response.removeHeader('www-authenticate')) : response, body),
    },
  },
  {
    lie: 'a challenge without a realm',
    found: 'authentication/none',
    by: 'realm',
    lies: {
      sends: (response, body, _, status) =>
        void honestly(status === 401 ? response.setHeader('www-authenticate', 'Basic') : response, body),
    },
  },
  {
    lie: 'a length too large',
    found: 'http/content-length/of-success',
    by: 'too-short',
    lies: { sends: bytes((body) => `HTTP/1.1 200 OK\r\n${date}\r\nContent-Length: ${body.length + 5}`) },
  },
  {
    lie: 'a length too small',
    found: 'http/content-length/of-success',
    by: 'too-long',
    lies: { sends: bytes((body) => `HTTP/1.1 200 OK\r\n${date}\r\nContent-Length: ${body.length - 5}`) },
  },
  {
    lie: 'two lengths',
    found: 'http/content-length/of-refusal',
    by: 'both-lengths',
    lies: {
      sends: bytes(
        (body) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: ${body.length}`,
        (body) => Buffer.from(`${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\n\r\n`),
      ),
    },
  },
  { lie: 'no status line', found: 'http/status-line/of-success', by: 'status-line', lies: { sends: bytes(() => 'HTTP/1.1 OK') } },
  {
    lie: 'no date',
    found: 'http/date',
    by: 'date',
    lies: { sends: (response, body) => void honestly(Object.assign(response, { sendDate: false }), body) },
  },
  {
    lie: 'a date in another form',
    found: 'http/date',
    by: 'date-form',
    lies: { sends: (response, body) => void honestly(response.setHeader('date', '1994-11-06'), body) },
  },
  {
    lie: 'chunks for HTTP/1.0',
    found: 'http/version/1.0',
    by: 'transfer-encoding',
    lies: {
      sends: bytes(
        () => 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked',
        (body) => Buffer.from(`${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\n\r\n`),
      ),
    },
  },
  {
    lie: 'GET answered as a call',
    found: 'http/verb/GET',
    by: 'verb',
    lies: { instead: (request, response, call) => request.method === 'GET' && Boolean(response.end(call())) },
  },
  {
    lie: 'a body for HEAD',
    found: 'http/head-has-no-body',
    by: 'head-body',
    lies: {
      instead: (request) => request.method === 'HEAD' && Boolean(request.socket.end('HTTP/1.1 405 No\r\nContent-Length: 4\r\n\r\nPOST')),
    },
  },
  {
    lie: '405 without Allow',
    found: 'http/allow',
    by: 'allow',
    lies: { sends: (response, body) => void honestly(Object.assign(response, response.removeHeader('allow')), body) },
  },
  {
    lie: 'connections closed without a word',
    found: 'http/keep-alive',
    by: 'not-kept',
    lies: { sends: bytes((body) => `HTTP/1.1 200 OK\r\n${date}\r\nContent-Length: ${body.length}`) },
  },
  {
    lie: 'a connection kept that was to be closed',
    found: 'http/close-in-capitals',
    by: 'not-closed',
    lies: {
      sends: (response, body) =>
        response.socket?.write(`HTTP/1.1 200 OK\r\n${date}\r\nContent-Length: ${body.length}\r\n\r\n${body.toString()}`),
    },
  },
  {
    lie: 'calls answered in another order',
    found: 'http/pipeline',
    by: 'order',
    lies: {
      sends: (_, body, { socket }) => {
        held.push(() => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body.toString()}`));
        if (held.length === 4) for (const send of held.splice(0).reverse()) send();
      },
    },
  },
  {
    lie: 'chunks that are not read',
    found: 'http/request/chunked',
    by: 'no-answer',
    lies: { instead: (request, response) => 'transfer-encoding' in request.headers && Boolean(response.writeHead(501).end()) },
  },
  {
    lie: 'a whole URL that is not understood',
    found: 'http/request/absolute-target',
    by: 'no-answer',
    lies: { instead: (request, response) => request.url !== '/' && Boolean(response.writeHead(404).end()) },
  },
  { lie: 'no Host asked for', found: 'http/refused/no-host', by: 'status', lies: { hostless: true } },
  { lie: 'two Hosts let in', found: 'http/refused/two-hosts', by: 'status', lies: { hostless: true } },
  {
    lie: 'a malformed length answered with 200',
    found: 'http/refused/length-no-number',
    by: 'status',
    lies: { clientError: (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n') },
  },
  {
    lie: 'no more answers after a broken body',
    found: 'json/odd/cut-short',
    by: 'unresponsive',
    lies: {
      reads: (_, honest) => {
        mood.broken ||= honest === undefined;
        return honest;
      },
      instead: (request) => mood.broken && Boolean(request.socket.destroy()),
    },
  },
];
