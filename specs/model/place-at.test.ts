import { expect, test } from 'vitest';
import { placeAt } from './place-at.ts';
import { specification } from './specification.ts';

const result = (method: string, variant: string) => {
  const found = specification.method(method).variants.find(({ id }) => id === variant)?.result;
  if (!found) throw new Error(`no result of ${method} in ${variant}`);
  return found;
};

test.each([
  ['getblock', 'verbosity=2', ['tx', '3', 'vin', '0', 'txid'], 'tx[].vin[].txid'],
  ['getrawmempool', 'verbose=true', ['a1'.repeat(32), 'size'], '{}.size'],
  ['getrawmempool', 'verbose=true', ['12', 'size'], '{}.size'],
  ['listaddressgroupings', 'default', ['0', '1', '1'], '[][][1]'],
  ['getblock', 'verbosity=1', ['extra', '0', 'more'], 'extra[].more'],
  ['getblockcount', 'default', [], ''],
])('a part of a result of %s (%s) is at %j: %s', (method, variant, keys, pattern) => {
  expect(placeAt(specification.spec, result(method, variant), keys).pattern).toBe(pattern);
});

test('all that the schema says of a place', () => {
  const { schemas } = placeAt(specification.spec, result('listtransactions', 'default'), ['4', 'category']);
  expect(schemas.flatMap(({ enum: values = [] }) => values)).toContain('send');
  expect(placeAt(specification.spec, result('listtransactions', 'default'), ['4', 'nothing']).schemas).toEqual([]);
});
