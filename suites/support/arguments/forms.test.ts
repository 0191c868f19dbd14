import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { stringify } from '../../../client/wire-json.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { specification } from '../../../specs/model/specification.ts';
import { fakeSession, fakeTrial } from '../../../engine/testing/fake-trial.ts';
import { formsOf, inForm } from './forms.ts';

const { spec } = specification;
const names = (shape: string): string[] => formsOf(spec, { $ref: shape }).map(({ name }) => name);

/** A value of this shape in each of its forms, serialized. */
async function forms(shape: string, value: Wire): Promise<string[]> {
  const trial = fakeTrial(await fakeSession());
  return Promise.all(formsOf(spec, { $ref: shape }).map(async (form) => stringify(await inForm(trial, form, value))));
}

test('a schema of one JSON type has no forms', () => {
  expect([names('Txid'), names('FundingOptions'), names('SighashType')]).toEqual([[], [], []]);
  expect(formsOf(spec, { anyOf: [{ const: '*' }, { $ref: 'Label' }] })).toEqual([]);
});

test('a union of several has one form for each', () => {
  expect(names('AmountInput')).toEqual(['number', 'string']);
  expect(names('OutputList')).toEqual(['array', 'object']);
  expect(names('BlockHashOrHeight')).toEqual(['string', 'number']);
  expect(formsOf(spec, { oneOf: [{ $ref: 'NotaryDetails' }, { $ref: 'EmptyPlaceholder' }] }).map(({ name }) => name)).toEqual([
    'object',
    'empty-object',
  ]);
});

test('the same amount is written as number and as text, to the last digit', async () => {
  expect(await forms('AmountInput', '0.10000000')).toEqual(['0.10000000', '"0.10000000"']);
  expect(await forms('AmountInput', new LosslessNumber('20999999.97690000'))).toEqual(['20999999.97690000', '"20999999.97690000"']);
  expect(await forms('CountInput', 7)).toEqual(['7', '"7"']);
});

test('the same outputs are written as a list of single members and as one object', async () => {
  const both = ['[{"a":1},{"b":"2"},{"data":"00"}]', '{"a":1,"b":"2","data":"00"}'];
  expect(await forms('OutputList', [{ a: 1 }, { b: '2' }, { data: '00' }])).toEqual(both);
  expect(await forms('OutputList', { a: 1, b: '2', data: '00' })).toEqual(both);
});

test('null and an empty object are forms of their own', async () => {
  expect(await forms('Prevtxs', [{ txid: 'x' }])).toEqual(['[{"txid":"x"}]', 'null']);
});
