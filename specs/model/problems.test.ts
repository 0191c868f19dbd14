import { expect, test } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Validator } from './spec.ts';
import { problemsOf } from './problems.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });

function problems(schema: object, value: unknown): string[] {
  const validate = ajv.compile(schema) as Validator;
  expect(validate(value)).toBe(false);
  return problemsOf(validate).map(({ check, path, message }) => `${check} ${path}: ${message}`);
}

const transaction = {
  type: 'object',
  required: ['txid', 'size'],
  properties: { txid: { type: 'string' }, size: { type: 'integer' }, status: { enum: ['a', 'b'] } },
};

test('reports the path, the check and the message', () => {
  expect(
    problems(
      { type: 'object', properties: { tx: { type: 'array', items: transaction } } },
      { tx: [{ txid: 1, size: 2, status: 'c' }, { txid: 'x' }] },
    ),
  ).toEqual([
    'type tx[0].txid: tx[0].txid must be string',
    'value tx[0].status: tx[0].status must be equal to one of the allowed values (a, b)',
    'presence tx[1].size: size is missing, expected in every result by the documents',
  ]);
  expect(problems({ type: 'integer' }, 'x')).toEqual(['type : the result must be integer']);
});

test('names with slashes and tildes are decoded', () => {
  expect(problems({ type: 'object', additionalProperties: { type: 'string' } }, { 'a/b~c': 1 })).toEqual([
    'type a/b~c: a/b~c must be string',
  ]);
});

test('for a union, the matching branch is reported, or that none fits', () => {
  const union = { oneOf: [{ type: 'string' }, transaction] };
  expect(problems(union, 7)).toEqual(['type : the result fits none of the documented forms']);
  expect(problems(union, { txid: 1, size: 2 })).toEqual(['type txid: txid must be string']);
  expect(problems({ type: 'array', items: union }, ['x', null])).toEqual(['type [1]: [1] fits none of the documented forms']);
});
