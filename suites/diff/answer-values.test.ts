import { expect, test } from 'vitest';
import { parse } from '../../client/wire-json.ts';
import type { Wire } from '../../specs/model/wire.ts';
import type { CallRecord } from '../../engine/call-record.ts';
import { specification } from '../../specs/model/specification.ts';
import { Identifiers, isStable, valueDifferences, valuesOfAnswer, type AnswerValues } from './answer-values.ts';

/** The values of an answer, given as JSON. */
function values(method: string, params: string, result: string, identifiers = new Identifiers()): AnswerValues {
  const call = { method, args: [], params: parse(params), reply: { type: 'result', result: parse(result) } } as unknown as CallRecord;
  const found = valuesOfAnswer(call, specification, identifiers);
  expect(found).toBeDefined();
  return found as AnswerValues;
}

const hash = (digit: string): string => digit.repeat(64);
const differences = (method: string, a: [string, string], b: [string, string]): (readonly [string, string, string])[] =>
  valueDifferences(values(method, ...a), values(method, ...b)).map((difference) => [difference.path, difference.a, difference.b]);

test('identifiers count by their order of appearance, since each node draws its own', () => {
  const answer = (digit: string, other: string): [string, string] => [
    `["${hash(digit)}"]`,
    `{"hash":"${hash(digit)}","previousblockhash":"${hash(other)}","height":7}`,
  ];
  expect(differences('getblockheader', answer('a', 'b'), answer('c', 'd'))).toEqual([]);
  // The hash of another block than the one that was asked for.
  const wrong: [string, string] = [`["${hash('c')}"]`, `{"hash":"${hash('d')}","previousblockhash":"${hash('c')}","height":7}`];
  expect(differences('getblockheader', answer('a', 'b'), wrong)).toEqual([
    ['hash', '"#1"', '"#2"'],
    ['previousblockhash', '"#2"', '"#1"'],
  ]);
});

test('the order of members does not matter', () => {
  const [first, second] = [hash('a'), hash('b')];
  const forwards = `{"hash":"${first}","merkleroot":"${second}"}`;
  const backwards = `{"merkleroot":"${hash('c')}","hash":"${hash('d')}"}`;
  expect(differences('getblockheader', ['[0]', forwards], ['[0]', backwards])).toEqual([]);
});

test('what is said of the same identifier must be equal, to the last digit', () => {
  const answer = (digit: string, height: string): [string, string] => [
    `["${hash('a')}"]`,
    `{"hash":"${hash('a')}","merkleroot":"${hash(digit)}","height":${height}}`,
  ];
  expect(differences('getblockheader', answer('b', '7'), answer('b', '7.0'))).toEqual([]);
  expect(differences('getblockheader', answer('b', '7'), answer('c', '7'))).toEqual([['merkleroot', `"${hash('b')}"`, `"${hash('c')}"`]]);
  expect(differences('getblockheader', answer('b', '7'), answer('b', '8'))).toEqual([['height', '7', '8']]);
});

test.each([
  ['times', 'getblockheader', '{"time":1700000000,"mediantime":1296688602}', '{"time":1800000001,"mediantime":1296688603}'],
  ['what a node draws', 'getblockheader', '{"nonce":1}', '{"nonce":2}'],
  ['numbers written otherwise', 'getnetworkinfo', '{"relayfee":0.00001000}', '{"relayfee":1e-5}'],
  ['the release', 'getnetworkinfo', '{"version":1,"subversion":"/a/"}', '{"version":2,"subversion":"/b/"}'],
  ['ports', 'getaddednodeinfo', '[{"addednode":"127.0.0.1:18444"}]', '[{"addednode":"127.0.0.1:28444"}]'],
  ['the keys that a wallet takes', 'getaddressinfo', `{"hdkeypath":"m/0'/0'/7'"}`, `{"hdkeypath":"m/0'/1'/8'"}`],
  ['the order of lists', 'getchaintips', '[{"height":1},{"height":2}]', '[{"height":2},{"height":1}]'],
  ['undocumented fields', 'getnetworkinfo', '{"extra":1}', '{"extra":2}'],
])('%s are not compared', (_, method, a, b) => {
  expect(differences(method, ['[]', a], ['[]', b])).toEqual([]);
});

test.each([
  ['a number', 'getnetworkinfo', '{"relayfee":0.00001000}', '{"relayfee":0.00001001}', ['relayfee', '0.00001', '0.00001001']],
  ['a truth value', 'getnetworkinfo', '{"networkactive":true}', '{"networkactive":false}', ['networkactive', 'true', 'false']],
  ['a text', 'getchaintips', '[{"status":"active"}]', '[{"status":"headers-only"}]', ['[].status', '"active"', '"headers-only"']],
  ['a bare result', 'getblockcount', '7', '8', ['', '7', '8']],
])('%s is compared', (_, method, a, b, difference) => {
  expect(differences(method, ['[]', a], ['[]', b])).toEqual([difference]);
});

test('a value that a node itself changes between attempts is not stable', () => {
  const at = { path: '', a: '7', b: '8' };
  expect(isStable(values('getblockcount', '[]', '7'), values('getblockcount', '[]', '7'), at)).toBe(true);
  expect(isStable(values('getblockcount', '[]', '7'), values('getblockcount', '[]', '9'), at)).toBe(false);
});

test('an answer that reveals a secret has no values, since differences are shown', () => {
  const call = { method: 'dumpprivkey', args: [], params: ['x'] as Wire[], reply: { type: 'result', result: 'secret' } };
  expect(valuesOfAnswer(call as unknown as CallRecord, specification, new Identifiers())).toBeUndefined();
});
