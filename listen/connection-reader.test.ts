import { expect, test } from 'vitest';
import { ConnectionReader } from './connection-reader.ts';
import type { End } from './passed.ts';

type Sent = readonly [from: End, text: string] | 'closed' | readonly [from: End, lost: number];

const MIB = 1024 * 1024;

/** What is read of a connection: `verb path request → status answer`, or why it was not. */
function read(...sent: readonly Sent[]): string[] {
  const found: string[] = [];
  const reader = new ConnectionReader('127.0.0.1:5000', {
    onExchange: ({ request, answer, client, startedAt, endedAt }) =>
      found.push(
        `${client} ${startedAt}-${endedAt} ${request.verb} ${request.path} ${request.body.toString()} → ${answer.status} ${answer.body.toString()}`,
      ),
    onUnchecked: (why, requests) => found.push(`${requests} ${why}`),
  });
  for (const [atMs, part] of sent.entries()) {
    if (part === 'closed') reader.take({ type: 'closed', connection: 1, atMs });
    else if (typeof part[1] === 'number') reader.take({ type: 'uncopied', connection: 1, from: part[0], count: part[1] });
    else reader.take({ type: 'bytes', connection: 1, from: part[0], bytes: Buffer.from(part[1]), atMs });
  }
  return found;
}

const post = (body: string, path = '/'): string => `POST ${path} HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const ok = (body: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

test('answers belong to the requests in their order, also if several were sent at once', () => {
  expect(
    read(['client', post('a', '/wallet/x') + post('b')], ['node', ok('1')], ['node', ok('2').slice(0, 9)], ['node', ok('2').slice(9)]),
  ).toEqual(['127.0.0.1:5000 0-1 POST /wallet/x a → 200 1', '127.0.0.1:5000 0-3 POST / b → 200 2']);
});

test('an interim answer is not the answer, and one without a length ends with the connection', () => {
  expect(
    read(
      ['client', 'POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n'],
      ['node', 'HTTP/1.1 100 Continue\r\n\r\n'],
      ['client', 'a'],
      ['node', 'HTTP/1.0 200 OK\r\n\r\nend'],
      'closed',
    ),
  ).toEqual(['127.0.0.1:5000 0-4 POST / a → 200 end']);
});

test('the answer to HEAD has no body', () => {
  expect(
    read(['client', `HEAD / HTTP/1.1\r\n\r\n${post('b')}`], ['node', `HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n${ok('2')}`]),
  ).toEqual(['127.0.0.1:5000 0-1 HEAD /  → 200 ', '127.0.0.1:5000 0-1 POST / b → 200 2']);
});

test.each<[what: string, sent: readonly Sent[], found: readonly string[]]>([
  ['half a request', [['client', 'POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nx'], 'closed'], ['1 the connection ended before the answer']],
  ['half a head', [['client', 'POST /'], 'closed'], ['1 the connection ended before the answer']],
  ['half an answer', [['client', post('a')], ['node', ok('12').slice(0, -1)], 'closed'], ['1 the connection ended before the answer']],
  ['nothing', ['closed'], []],
  ['an answer to nothing', [['node', ok('1')]], ['0 it is not HTTP/1.1']],
  ['no HTTP', [['client', 'hello\r\n\r\n']], ['0 no HTTP request']],
  [
    'another protocol',
    [
      ['client', 'GET / HTTP/1.1\r\nUpgrade: x\r\n\r\n'],
      ['node', 'HTTP/1.1 101 Switching Protocols\r\n\r\n\0'],
      ['client', post('a')],
      'closed',
    ],
    ['1 the connection changed to another protocol'],
  ],
  [
    'an answer before the end of the request',
    [
      ['client', 'POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nx'],
      ['node', ok('no')],
      ['client', `y${post('b')}`],
      ['node', ok('2')],
    ],
    ['1 it was answered before it was whole', '127.0.0.1:5000 2-3 POST / b → 200 2'],
  ],
  [
    'an answer within the head of the request',
    [['client', 'POST / HTTP/1.1\r\nX: '], ['node', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'], 'closed'],
    ['1 it was answered before it was whole'],
  ],
  [
    'a body that is too long',
    [
      ['client', post('a')],
      ['node', ok('x'.repeat(64 * MIB + 1))],
      ['client', post('b')],
      ['node', ok('2')],
    ],
    ['1 the body is longer than 64 MiB', '127.0.0.1:5000 2-3 POST / b → 200 2'],
  ],
  [
    'what was not copied, after which reading begins again with the next request',
    [
      ['client', post('a')],
      ['node', 5],
      ['node', 'rest'],
      ['client', post('b')],
      ['node', ok('2')],
    ],
    ['1 too much was waiting to be checked', '127.0.0.1:5000 3-4 POST / b → 200 2'],
  ],
])('%s is told', (_what, sent, found) => {
  expect(read(...sent)).toEqual(found);
});
