import { expect, test } from 'vitest';
import type { Client } from '../../client/types.ts';
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

test('errors are not held against the shape of results', () => {
  const kept = checks();
  kept.keep({ call, class: 'rpc-error' }, Buffer.from('{"result":null,"error":{"code":-1,"message":"no"},"id":"pyx-load"}'));
  expect(kept.judge().checked).toBe(0);
});
