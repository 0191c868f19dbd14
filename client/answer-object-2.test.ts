import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { readAnswer2 } from './answer-object-2.ts';
import { parse } from './wire-json.ts';

const read = (text: string, id: string | number | null = 'a') => readAnswer2(parse(text), id, Buffer.from(text));

const RESPONSE = 'JSON-RPC 2.0, section 5 Response object';
const ERROR = 'JSON-RPC 2.0, section 5.1 Error object';

test.each<[string, string | number | null, object]>([
  ['{"jsonrpc":"2.0","result":[0.10],"id":"a"}', 'a', { type: 'result', result: [new LosslessNumber('0.10')] }],
  ['{"jsonrpc":"2.0","result":null,"id":7}', 7, { type: 'result', result: null }],
  ['{"id":null,"result":1,"jsonrpc":"2.0","more":1}', null, { type: 'result', result: 1 }],
  [
    '{"jsonrpc":"2.0","error":{"code":-8,"message":"bad","data":[1]},"id":"a"}',
    'a',
    { type: 'error', error: { code: -8, message: 'bad' } },
  ],
  ['{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"},"id":null}', 'a', { type: 'error', error: { code: -32700, message: 'm' } }],
  ['{"jsonrpc":"2.0","error":{"code":-32600,"message":"m"},"id":null}', 'a', { type: 'error', error: { code: -32600, message: 'm' } }],
])('%s answers %j', (text, id, content) => {
  expect(read(text, id)).toEqual(content);
});

test.each<[string, string, string, RegExp]>([
  ['[]', 'not-an-envelope', RESPONSE, /an array of 0, not an object/],
  ['{"result":1,"id":"a"}', 'not-an-envelope', RESPONSE, /jsonrpc is missing/],
  ['{"jsonrpc":"1.0","result":1,"id":"a"}', 'not-an-envelope', RESPONSE, /jsonrpc is the string "1.0"/],
  ['{"jsonrpc":2.0,"result":1,"id":"a"}', 'not-an-envelope', RESPONSE, /jsonrpc is the number 2.0/],
  ['{"jsonrpc":"2.0","result":1}', 'not-an-envelope', RESPONSE, /lacks the member id/],
  ['{"jsonrpc":"2.0","id":"a"}', 'neither', RESPONSE, /neither/],
  ['{"jsonrpc":"2.0","result":1,"error":null,"id":"a"}', 'both', RESPONSE, /result \(the number 1\) and an error \(null\)/],
  ['{"jsonrpc":"2.0","result":null,"error":{"code":1,"message":"m"},"id":"a"}', 'both', RESPONSE, /result \(null\)/],
  ['{"jsonrpc":"2.0","result":1,"id":"b"}', 'foreign-id', RESPONSE, /is the string "b"; expected that of the request, the string "a"/],
  ['{"jsonrpc":"2.0","result":1,"id":null}', 'foreign-id', RESPONSE, /is null/],
  ['{"jsonrpc":"2.0","error":{"code":-32601,"message":"m"},"id":null}', 'foreign-id', RESPONSE, /is null/],
  ['{"jsonrpc":"2.0","error":null,"id":"a"}', 'not-an-envelope', ERROR, /error is null/],
  ['{"jsonrpc":"2.0","error":"no","id":"a"}', 'not-an-envelope', ERROR, /error is the string "no"/],
  ['{"jsonrpc":"2.0","error":{"code":"-8","message":"m"},"id":"a"}', 'not-an-envelope', ERROR, /code of the error is the string "-8"/],
  ['{"jsonrpc":"2.0","error":{"code":-8.5,"message":"m"},"id":"a"}', 'not-an-envelope', ERROR, /code of the error is the number -8.5/],
  ['{"jsonrpc":"2.0","error":{"code":-8},"id":"a"}', 'not-an-envelope', ERROR, /message of the error is missing/],
])('%s is %s', (text, kind, source, message) => {
  expect(read(text)).toMatchObject({
    type: 'fault',
    fault: { kind, evidence: 'standard', source, message: expect.stringMatching(message) as string, excerpt: text },
  });
});

test('the id has the type of that of the request', () => {
  const answer = (id: string): string => `{"jsonrpc":"2.0","result":1,"id":${id}}`;
  expect(read(answer('7'), '7')).toMatchObject({
    fault: { kind: 'foreign-id', message: expect.stringContaining('the number 7') as string },
  });
  expect(read(answer('"7"'), 7)).toMatchObject({
    fault: { kind: 'foreign-id', message: expect.stringContaining('the string "7"') as string },
  });
});
