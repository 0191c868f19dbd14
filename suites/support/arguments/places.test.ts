import { expect, test } from 'vitest';
import { specification } from '../../../specs/model/specification.ts';
import { changeAt, placesOf } from './places.ts';

const places = (method: string, name: string): string[] => {
  const param = specification.method(method).params.find((param) => param.name === name);
  if (!param) throw new Error(`${method} has no ${name}`);
  return placesOf(specification.spec, param).map((place) => `${place.name}${place.optional ? '?' : ''}`);
};

test('places of options, of items, of names that are data, and of members within', () => {
  expect(places('listunspent', 'query_options')).toEqual(
    ['minimumAmount', 'maximumAmount', 'maximumCount', 'minimumSumAmount'].map((name) => `query_options.${name}?`),
  );
  expect(places('createpsbt', 'inputs')).toEqual(['inputs.txid', 'inputs.vout', 'inputs.sequence?']);
  expect(places('sendmany', 'amounts')).toEqual(['amounts.value']);
  expect(places('importmulti', 'requests')).toContain('requests.scriptPubKey.address');
  expect(places('scantxoutset', 'scanobjects')).toEqual(['scanobjects.item', 'scanobjects.desc', 'scanobjects.range?']);
  expect(places('getblock', 'blockhash')).toEqual([]);
});

test('a change affects its place only', async () => {
  const change = async (): Promise<number> => 9;
  expect(await changeAt({ a: 1, b: 2 }, [{ member: 'a' }], change)).toEqual({ a: 9, b: 2 });
  expect(await changeAt([{ a: 1 }, { a: 2 }], ['item', { member: 'a' }], change)).toEqual([{ a: 9 }, { a: 2 }]);
  expect(await changeAt([1, 2, 3], [{ position: 1 }], change)).toEqual([1, 9, 3]);
  expect(await changeAt({ data: '00', xyz: 1 }, ['value'], change)).toEqual({ data: '00', xyz: 9 });
  expect(await changeAt({ xyz: 1 }, ['item', 'value'], change)).toEqual({ xyz: 9 });
  expect(await changeAt({}, [{ member: 'a' }, { member: 'b' }], change)).toEqual({ a: { b: 9 } });
  expect(await changeAt({ a: 1 }, [{ member: 'a' }], async (before) => Number(before) + 1)).toEqual({ a: 2 });
  await expect(changeAt([], ['item'], change)).rejects.toThrow('no item to change');
  await expect(changeAt([1], [{ position: 1 }], change)).rejects.toThrow('no item 2 to change');
  await expect(changeAt('x', [{ member: 'a' }], change)).rejects.toThrow('expected an object');
});
