import { expect, test } from 'vitest';
import { callsOf } from './listened-call.ts';
import type { HttpExchange } from './http-exchange.ts';

interface Given {
  readonly verb?: string;
  readonly path?: string;
  readonly asked: string;
  readonly status?: number;
  readonly answered: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const exchange = ({ verb = 'POST', path = '/', asked, status = 200, answered, headers = {} }: Given): HttpExchange => ({
  request: { verb, path, headers: { 'user-agent': 'a/1' }, body: Buffer.from(asked) },
  answer: { status, headers, body: Buffer.from(answered) },
  startedAt: 5,
  endedAt: 8,
  client: '127.0.0.1:5000',
});

/** Each call as `method: result`, `method: error code` or `method: fault`, or why there is none. */
const read = (given: Given, jsonrpc: '1.0' | '2.0' = '1.0'): string[] =>
  callsOf(exchange(given), jsonrpc).map((one) => {
    if ('no' in one) return one.no;
    const { method, answer } = one.call;
    if (answer.type === 'result') return `${method}: ${JSON.stringify(answer.result)}`;
    return `${method}: ${answer.type === 'error' ? `error ${answer.error.code}` : answer.fault.kind}`;
  });

const ok = (id: string, result = '1'): string => `{"result":${result},"error":null,"id":${id}}`;
const ask = (id: string, more = ''): string => `{"id":${id},"method":"m","params":[]${more}}`;

test('a call has who made it, when, for which wallet, and what came', () => {
  expect(
    callsOf(exchange({ path: '/wallet/a%20b?x', asked: '{"id":"x","method":"m","params":{"a":1}}', answered: ok('"x"') }), '1.0'),
  ).toEqual([
    {
      call: {
        method: 'm',
        params: { a: 1 },
        wallet: 'a b',
        answer: { type: 'result', result: 1 },
        httpStatus: 200,
        startedAt: 5,
        endedAt: 8,
        client: '127.0.0.1:5000',
        agent: 'a/1',
        inList: false,
      },
    },
  ]);
});

test.each<[what: string, given: Given, read: string[]]>([
  ['params may be left out', { asked: '{"id":1,"method":"m"}', answered: ok('1') }, ['m: 1']],
  ['an id may be any value', { asked: ask('[1.50]'), answered: ok('[1.50]') }, ['m: 1']],
  ['another id is a fault', { asked: ask('1'), answered: ok('"1"') }, ['m: foreign-id']],
  ['without an id, any is right', { asked: '{"method":"m"}', answered: ok('null') }, ['m: 1']],
  ['with an id of null, any is right', { asked: ask('null'), answered: ok('7') }, ['m: 1']],
  [
    'an error with a status of 500',
    { asked: ask('1'), status: 500, answered: '{"result":null,"error":{"code":-8,"message":"x"},"id":1}' },
    ['m: error -8'],
  ],
  [
    'a request of 2.0 may be answered so',
    { asked: ask('1', ',"jsonrpc":"2.0"'), answered: '{"result":1,"id":1,"jsonrpc":"2.0"}' },
    ['m: 1'],
  ],
  ['or as one of 1.0', { asked: ask('1', ',"jsonrpc":"2.0"'), answered: ok('1') }, ['m: 1']],
  ['both', { asked: ask('1'), answered: '{"result":1,"error":{"code":1,"message":"x"},"id":1}' }, ['m: both']],
  ['no JSON in answer to a call', { asked: ask('1'), answered: 'oops' }, ['m: invalid-json']],
  ['an error of HTTP by the node', { asked: ask('1'), status: 500, answered: 'oops' }, ['m: http-status']],
  ['a notification', { asked: '{"method":"m"}', status: 204, answered: '' }, ['a notification']],
  ['a refusal by HTTP', { asked: ask('1'), status: 401, answered: '' }, ['refused by HTTP, with a status of 400 to 499']],
  [
    'a busy node',
    { asked: ask('1'), status: 503, answered: 'Work queue depth exceeded' },
    ['refused, as the node had too much to do (503)'],
  ],
  ['another verb', { verb: 'GET', asked: '', answered: 'x' }, ['another verb than POST']],
  ['no JSON', { asked: '{"id":1,', answered: ok('null') }, ['no JSON-RPC request']],
  ['a member twice', { asked: '{"method":"m","method":"n"}', answered: ok('null') }, ['no JSON-RPC request']],
  ['a method that is no text', { asked: '{"id":1,"method":7}', answered: ok('1') }, ['no JSON-RPC request']],
  ['a packed answer', { asked: ask('1'), answered: 'x', headers: { 'content-encoding': 'gzip' } }, ['an encoded body']],
  ['a list, by ids', { asked: `[${ask('1')},${ask('2')}]`, answered: `[${ok('2', '"b"')},${ok('1', '"a"')}]` }, ['m: "a"', 'm: "b"']],
  [
    'a list with an id twice',
    { asked: `[${ask('1')},${ask('1')}]`, answered: `[${ok('1')},${ok('1')}]` },
    ['a list of calls without an id for each'],
  ],
  ['a list without ids', { asked: '[{"method":"m"}]', answered: `[${ok('null')}]` }, ['a list of calls without an id for each']],
  [
    'a list that is not answered so',
    { asked: `[${ask('1')}]`, answered: ok('null') },
    ['a list of calls whose answers do not fit its ids'],
  ],
  ['a list with something else in it', { asked: `[${ask('1')},7]`, answered: '[]' }, ['no JSON-RPC request']],
])('%s', (_what, given, found) => {
  expect(read(given)).toEqual(found);
});

test('by a standard of 2.0, an answer of 1.0 is a fault', () => {
  expect(read({ asked: ask('1', ',"jsonrpc":"2.0"'), answered: ok('1') }, '2.0')).toEqual(['m: not-an-envelope']);
});
