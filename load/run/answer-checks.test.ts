import { expect, test } from 'vitest';
import type { Client } from '../../client/types.ts';
import { Service } from '../../fixtures/world/service.ts';
import { neutralNames } from '../../specs/model/names.ts';
import { specification } from '../../specs/model/specification.ts';
import type { PreparedCall } from '../generator/types.ts';
import { acceptedDifferences } from './accepted-differences.ts';
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

test('errors are not held against the shape of results', () => {
  const kept = checks();
  kept.keep({ call, class: 'rpc-error' }, Buffer.from('{"result":null,"error":{"code":-1,"message":"no"},"id":"pyx-load"}'));
  expect(kept.judge().checked).toBe(0);
});

test('what the target file accepts for the method is not wrong; of another method it is', () => {
  const targetFile = { file: 'x', name: 'x', waivers: [{ cases: 'methods/getblockcount/*', path: '*', reason: 'a text there' }] };
  const accepted = acceptedDifferences(targetFile, '2026-11-20');
  const kept = new AnswerChecks(service, ({ method }) => service.request(method), accepted);
  kept.keep({ call, class: 'result' }, answer('"five"'));
  kept.keep({ call: { ...call, method: 'getdifficulty' }, class: 'result' }, answer('"five"'));
  expect(kept.judge()).toMatchObject({ checked: 2, wrong: 1, answers: [{ method: 'getdifficulty' }] });
});
