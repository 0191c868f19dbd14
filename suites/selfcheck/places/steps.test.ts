import { expect, test } from 'vitest';
import { parse, stringify } from '../../../client/wire-json.ts';
import { changeAll, stepsOf, valuesAt, type Change } from './steps.ts';

const answer =
  '{"tx":[{"txid":"aa","vin":[{"txid":"bb"},{"txid":"cc"}]},{"txid":"dd","vin":[]}],"fees":{"x":{"base":0.10},"y":{"base":1.00}}}';

const changed = (pattern: string, change: Change | undefined): string | undefined => {
  const value = changeAll(parse(answer), stepsOf(pattern), (found) => (found === undefined ? undefined : change));
  return value === undefined ? undefined : stringify(value);
};

test('reads a path as members, items, tuple items and entries', () => {
  expect(stepsOf('tx[].vin[0].reject-reason')).toEqual([
    { member: 'tx' },
    'items',
    { member: 'vin' },
    { index: 0 },
    { member: 'reject-reason' },
  ]);
  expect(stepsOf('{}.fees.base')).toEqual(['entries', { member: 'fees' }, { member: 'base' }]);
  expect(stepsOf('[][1]')).toEqual(['items', { index: 1 }]);
  expect(stepsOf('')).toEqual([]);
});

test('changes every occurrence, and nothing else', () => {
  expect(changed('tx[].vin[].txid', { value: 'ee' })).toBe(
    '{"tx":[{"txid":"aa","vin":[{"txid":"ee"},{"txid":"ee"}]},{"txid":"dd","vin":[]}],"fees":{"x":{"base":0.10},"y":{"base":1.00}}}',
  );
  expect(changed('fees{}.base', 'removed')).toBe(
    '{"tx":[{"txid":"aa","vin":[{"txid":"bb"},{"txid":"cc"}]},{"txid":"dd","vin":[]}],"fees":{"x":{},"y":{}}}',
  );
  expect(changed('tx[].vin', { name: 'inputs' })).toBe(
    '{"tx":[{"txid":"aa","inputs":[{"txid":"bb"},{"txid":"cc"}]},{"txid":"dd","inputs":[]}],"fees":{"x":{"base":0.10},"y":{"base":1.00}}}',
  );
  expect(changed('tx[1]', 'removed')).toBe(
    '{"tx":[{"txid":"aa","vin":[{"txid":"bb"},{"txid":"cc"}]}],"fees":{"x":{"base":0.10},"y":{"base":1.00}}}',
  );
});

test('changes a column of a text', () => {
  const shown = (change: Change): string | undefined => {
    const value = changeAll(parse('{"a":" x  y z","b":"x","c":1}'), ['entries', { column: 1 }], () => change);
    return value === undefined ? undefined : stringify(value);
  };
  expect(shown({ value: 'w' })).toBe('{"a":"x w z","b":"x","c":1}');
  expect(shown('removed')).toBe('{"a":"x z","b":"x","c":1}');
});

test('returns undefined where nothing is changed', () => {
  expect(changed('tx[].vout[].value', { value: 1 })).toBeUndefined();
  expect(changed('tx[].txid[].x', { value: 1 })).toBeUndefined();
  expect(changed('tx[].txid', undefined)).toBeUndefined();
});

test('offers a missing member of an existing object, and adds it', () => {
  const added = changeAll(parse('{"options":{"a":1}}'), stepsOf('options.b'), (value) => (value === undefined ? { value: 2 } : undefined));
  expect(added && stringify(added)).toBe('{"options":{"a":1,"b":2}}');
  expect(changeAll(parse('{}'), stepsOf('options.b'), () => ({ value: 2 }))).toBeUndefined();
});

test('lists the values of a place', () => {
  expect(valuesAt(parse(answer), stepsOf('tx[].vin[].txid'))).toEqual(['bb', 'cc']);
  expect(valuesAt(parse(answer), stepsOf('fees{}.base')).map(stringify)).toEqual(['0.10', '1.00']);
});
