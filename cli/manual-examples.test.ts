import { expect, test } from 'vitest';
import type { Outcome } from '../engine/outcome.ts';
import { methodOf, paramOf, shapeOf, specOf, variantOf } from '../specs/model/testing/small-spec.ts';
import { examplesOf } from './manual-examples.ts';

const text = { type: 'string' } as const;
const method = methodOf('m', {
  params: [paramOf('form', { type: 'integer', enum: [0, 1] }, { default: 0 }), paramOf('key', { $ref: 'Key' })],
  variants: [variantOf('form=1', { type: 'object', properties: { key: { $ref: 'Key' } } }, { form: 1 }), variantOf('default', text)],
});
const specification = { spec: specOf({ methods: [method], shapes: [{ ...shapeOf('Key', text), secret: true }] }) };

const outcome = (params: Outcome['request'], response: Outcome['response'], parts: Partial<Outcome> = {}): Outcome => ({
  id: 'methods/m/x',
  suite: 'methods',
  method: 'm',
  kind: 'variant',
  status: 'passed',
  durationMs: 1,
  calls: 1,
  findings: [],
  hits: [],
  ...(params && { request: params }),
  ...(response && { response }),
  ...parts,
});
const call = (...params: (number | string)[]): Outcome['request'] => ({ method: 'm', params });

test('each form of the result has its first answered call, in the order of the standard, with secrets masked', () => {
  const outcomes = [
    outcome(call(), { result: 'plain' }),
    outcome(call(0), { result: 'another' }),
    outcome(call(1, 'k'), { result: { key: 'k' } }),
  ];
  expect(examplesOf(specification, method, outcomes)).toEqual({
    answered: [
      { variant: 'form=1', request: { method: 'm', params: [1, '***'] }, answer: { result: { key: '***' } } },
      { variant: 'default', request: { method: 'm', params: [] }, answer: { result: 'plain' } },
    ],
  });
});

test('an answer that contradicts the standard, a refusal and a call of another method are no examples, and it is said why there is none', () => {
  const finding = { check: 'type', evidence: 'document', source: 'document 1', message: 'the result is no text' } as const;
  const outcomes = [
    outcome(call(), { result: 5 }, { status: 'failed', findings: [finding] }),
    outcome(call(), { error: { code: -1, message: 'no' } }, { status: 'skipped', reason: 'the node has no wallet' }),
    outcome({ method: 'other', params: [] }, { result: 'x' }),
  ];
  expect(examplesOf(specification, method, outcomes)).toEqual({ answered: [], why: 'the result is no text' });
  expect(examplesOf(specification, method, outcomes.slice(1))).toEqual({ answered: [], why: 'the node has no wallet' });
  expect(examplesOf(specification, { ...method, unstated: ['arguments'] }, []).why).toBe('the documents do not state its arguments');
  expect(examplesOf(specification, method, []).why).toBe('no call could be made of what the documents state');
});
