import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { methodOf, paramOf, shapeOf, specOf, variantOf } from '../../specs/model/testing/small-spec.ts';
import type { Schema } from '../../specs/model/types.ts';
import { maskedParams, maskedResult, maskSecretKinds } from './mask-secret-kinds.ts';

const text: Schema = { type: 'string' };
const key: Schema = { $ref: 'Key' };
const spec = specOf({
  shapes: [
    { ...shapeOf('Key', text), secret: true },
    shapeOf('Account', { type: 'object', properties: { name: text, key, more: { type: 'array', items: key } } }),
  ],
});

test('texts of secret shapes are masked wherever they are', () => {
  const value = { name: 'a', key: 'k1', more: ['k2', 'k3'], other: 'o' };
  expect(maskSecretKinds(spec, { $ref: 'Account' }, value)).toEqual({ name: 'a', key: '***', more: ['***', '***'], other: 'o' });
  expect(maskSecretKinds(spec, { type: 'object', additionalProperties: key }, { a: 'k' })).toEqual({ a: '***' });
  expect(maskSecretKinds(spec, { type: 'array', prefixItems: [text, key] }, ['a', 'k'])).toEqual(['a', '***']);
});

test('of a union, a text is masked that may be secret, and nothing else', () => {
  const either: Schema = { oneOf: [key, { type: 'object', properties: { key } }] };
  expect(maskSecretKinds(spec, either, 'k')).toBe('***');
  expect(maskSecretKinds(spec, either, { key: 'k', name: 'n' })).toEqual({ key: '***', name: 'n' });
});

test('numbers keep their digits', () => {
  const amount = new LosslessNumber('0.10000000');
  expect(maskSecretKinds(spec, { $ref: 'Account' }, { name: amount })).toEqual({ name: amount });
});

test('arguments are masked after the words of a sub-command, and by name; so is a result', () => {
  const method = methodOf('set key', { params: [paramOf('name', text), paramOf('key', key)] });
  expect(maskedParams(spec, method, ['key', 'n', 'k'])).toEqual(['key', 'n', '***']);
  expect(maskedParams(spec, method, { name: 'n', key: 'k' })).toEqual({ name: 'n', key: '***' });
  expect(maskedResult(spec, variantOf('default', key), 'k')).toBe('***');
  expect(maskedResult(spec, variantOf('default'), 'k')).toBe('k');
});
