import { expect, test } from 'vitest';
import { AnswerReader, RequestReader, UnreadableHttp, type Follows } from './http-reader.ts';

/** What a reader has found, as texts. */
function reading(follows: () => Follows = () => 'body') {
  const found: string[] = [];
  let body: string | undefined;
  return {
    found,
    listener: {
      onHead: (head: object): Follows => {
        body = '';
        found.push(JSON.stringify(head));
        return follows();
      },
      onBody: (part: Buffer): void => {
        body += part.toString('latin1');
      },
      onEnd: (): void => {
        found.push(`body ${body}`);
      },
    },
  };
}

function requestsIn(parts: readonly string[]): string[] {
  const { found, listener } = reading();
  const reader = new RequestReader(listener);
  for (const part of parts) reader.push(Buffer.from(part, 'latin1'));
  return found;
}

function answersIn(parts: readonly string[], follows?: () => Follows): string[] {
  const { found, listener } = reading(follows);
  const reader = new AnswerReader(listener);
  for (const part of parts) reader.push(Buffer.from(part, 'latin1'));
  reader.close();
  return found;
}

const PIPELINED =
  'POST /wallet/a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nX: a\r\nx:  b \r\n\r\nhello' +
  '\r\nPOST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\nwi\r\n\r\nA\r\n0123456789\r\n0\r\nT: 1\r\n\r\n' +
  'GET /rest HTTP/1.0\n\n' +
  'PROPFIND * HTTP/1.1\r\nContent-Length: 0\r\n\r\n';
const REQUESTS = [
  '{"verb":"POST","path":"/wallet/a","headers":{"host":"x","content-length":"5","x":"a, b"}}',
  'body hello',
  '{"verb":"POST","path":"/","headers":{"transfer-encoding":"chunked"}}',
  'body wi\r\n0123456789',
  '{"verb":"GET","path":"/rest","headers":{}}',
  'body ',
  '{"verb":"PROPFIND","path":"*","headers":{"content-length":"0"}}',
  'body ',
];

const ANSWERED =
  'HTTP/1.1 100 Continue\r\n\r\n' +
  'HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\n\r\nabc' +
  'HTTP/1.1 204 \r\nContent-Length: 9\r\n\r\n' +
  'HTTP/1.1 500 Internal Server Error\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\n\r\n0\r\n0\r\n\r\n' +
  'HTTP/1.0 200 OK\r\n\r\nto the\r\n\r\nend';
const ANSWERS = [
  '{"status":100,"headers":{}}',
  'body ',
  '{"status":200,"headers":{"content-length":"3, 3"}}',
  'body abc',
  '{"status":204,"headers":{"content-length":"9"}}',
  'body ',
  '{"status":500,"headers":{"transfer-encoding":"Chunked"}}',
  'body \r\n0',
  '{"status":200,"headers":{}}',
  'body to the\r\n\r\nend',
];

test('messages are the same wherever what comes is split', () => {
  for (let at = 0; at <= PIPELINED.length; at++)
    expect(requestsIn([PIPELINED.slice(0, at), PIPELINED.slice(at)]), `split at ${at}`).toEqual(REQUESTS);
  for (let at = 0; at <= ANSWERED.length; at++)
    expect(answersIn([ANSWERED.slice(0, at), ANSWERED.slice(at)]), `split at ${at}`).toEqual(ANSWERS);
});

test('messages may come byte by byte', () => {
  expect(requestsIn([...PIPELINED])).toEqual(REQUESTS);
  expect(answersIn([...ANSWERED])).toEqual(ANSWERS);
});

test('an answer to HEAD has no body, whatever it states; after another protocol nothing is read', () => {
  const two = 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nHTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n';
  expect(answersIn([two], () => 'no body')).toHaveLength(4);
  expect(answersIn(['HTTP/1.1 101 Switching\r\n\r\n\0\0 HTTP'], () => 'no message')).toEqual(['{"status":101,"headers":{}}']);
});

test('a message that is not whole has no end', () => {
  expect(answersIn(['HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nhalf'])).toHaveLength(1);
  expect(answersIn(['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'])).toHaveLength(1);
  expect(answersIn(['HTTP/1.1 200 OK\r\n'])).toEqual([]);
});

test.each([
  ['a request line of no protocol', 'hello\r\n\r\n'],
  ['another version', 'POST / HTTP/2.0\r\n\r\n'],
  ['a field without a name', 'POST / HTTP/1.1\r\n: x\r\n\r\n'],
  ['a continued field', 'POST / HTTP/1.1\r\nA: x\r\n  y\r\n\r\n'],
  ['a negative length', 'POST / HTTP/1.1\r\nContent-Length: -38\r\n\r\nxx'],
  ['two lengths', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
  ['a coding other than chunked', 'POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
  ['a negative chunk', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nxx'],
  ['a chunk that goes on', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n'],
  ['a head without an end', `POST / HTTP/1.1\r\n${'A: b\r\n'.repeat(20_000)}`],
  ['a line without an end', 'A'.repeat(70_000)],
])('%s cannot be read, and is not looked at for ever', (_what, text) => {
  expect(() => requestsIn([text])).toThrow(UnreadableHttp);
});
