import { expect, test } from 'vitest';
import type { Client } from '../../client/types.ts';
import { AcceptedResults } from '../../engine/accepted-results.ts';
import { Service } from '../../fixtures/world/service.ts';
import { neutralNames } from '../../specs/model/names.ts';
import { specification } from '../../specs/model/specification.ts';
import type { PreparedCall } from '../generator/types.ts';
import { AnswerChecks } from './answer-checks.ts';

const service = new Service({} as Client, specification, { ...neutralNames, coin: 'acme' });
const call: PreparedCall = { method: 'getblockcount', path: '/', body: Buffer.alloc(0), check: 0 };
const checks = () => new AnswerChecks(service, ({ method }) => service.request(method));
const answer = (result: string): Buffer => Buffer.from(`{"result":${result},"error":null,"id":"pyx-load"}`);

test('answers that contradict the specification are counted by what is wrong, with the first of each', () => {
  const kept = checks();
  kept.keep({ call, class: 'result' }, answer('5'));
  kept.keep({ call, class: 'result' }, answer('"five"'));
  kept.keep({ call, class: 'result' }, answer('"six"'));
  const { checked, wrong, answers } = kept.judge();
  expect({ checked, wrong }).toEqual({ checked: 3, wrong: 2 });
  expect(answers).toMatchObject([{ method: 'getblockcount', count: 2, answer: expect.stringContaining('"five"') as string }]);
});

test('what the generator reads into afterwards does not change what was kept', () => {
  const kept = checks();
  const buffer = answer('5');
  kept.keep({ call, class: 'result' }, buffer);
  buffer.fill('x');
  expect(kept.judge().wrong).toBe(0);
});

test('errors are not checked against the shape of results', () => {
  const kept = checks();
  kept.keep({ call, class: 'rpc-error' }, Buffer.from('{"result":null,"error":{"code":-1,"message":"no"},"id":"pyx-load"}'));
  expect(kept.judge().checked).toBe(0);
});

test('what the target file accepts for the method is not wrong; of another method it is', () => {
  const entry = { what: { method: 'getblockcount', check: 'type', found: 'string' }, why: 'a text there', file: 'x', line: 1 };
  const accepted = new AcceptedResults({ file: 'x', name: 'x', accepted: [entry] }, specification, '2026-11-20');
  const kept = new AnswerChecks(service, ({ method }) => service.request(method), accepted);
  kept.keep({ call, class: 'result' }, answer('"five"'));
  kept.keep({ call: { ...call, method: 'getdifficulty' }, class: 'result' }, answer('"five"'));
  expect(kept.judge()).toMatchObject({ checked: 2, wrong: 1, answers: [{ method: 'getdifficulty' }] });
});

const levels = (count: number): string => '['.repeat(count) + ']'.repeat(count);

test.each([
  ['no JSON', 'yes', 'the answer cannot be read: Expected a JSON value'],
  ['a million levels', levels(1e6), 'the answer cannot be read: The JSON is nested deeper than 256 levels'],
  ['two members of one name', '{"a":1,"a":2}', 'the answer cannot be read: The name "a" occurs twice'],
  ['a number below all', '-1e400', 'the result'],
  ['an object that cannot be a text', '{"toString":1}', 'the result'],
  ['a text of 10 MB', `"${'x'.repeat(1e7)}"`, 'the result'],
  ['a list of a million', `[${'1,'.repeat(1e6)}1]`, 'the result'],
])('%s as the result is a wrong answer', (_what, result, message) => {
  const kept = checks();
  kept.keep({ call, class: 'result' }, answer(result));
  const { checked, wrong, answers } = kept.judge();
  expect({ checked, wrong }).toEqual({ checked: 1, wrong: 1 });
  expect(answers).toHaveLength(1);
  expect(answers[0]?.message).toContain(message);
  expect(answers[0]?.answer.length).toBeLessThanOrEqual(500);
});

test('of a list in which every item is wrong, the first items are shown', () => {
  const kept = new AnswerChecks(service, () => service.request('getrawmempool'));
  for (let answers = 0; answers < 3; answers++)
    kept.keep({ call: { ...call, method: 'getrawmempool' }, class: 'result' }, answer(`[${'1,'.repeat(1e5)}1]`));
  const { wrong, answers } = kept.judge();
  expect(wrong).toBe(3);
  expect(answers.length).toBeLessThanOrEqual(20);
  expect(answers.every(({ count }) => count === 3)).toBe(true);
});

test('differences that are others in each answer are counted, and not all kept', () => {
  const kept = new AnswerChecks(service, () => service.request('getblockchaininfo'));
  for (let index = 0; index < 2_000; index++)
    kept.keep({ call, class: 'result' }, answer(`{"warnings":${index},"softforks":{"a${index}":${index}}}`));
  const { wrong, answers } = kept.judge();
  expect(wrong).toBe(2_000);
  expect(answers.length).toBeLessThanOrEqual(1_000);
});

test('a number beyond all doubles is no error of Pyx', () => {
  const kept = checks();
  kept.keep({ call, class: 'result' }, answer('1e400'));
  expect(kept.judge().checked).toBe(1);
});
