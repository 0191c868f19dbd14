import { expect, test } from 'vitest';
import { specification } from './specification.ts';
import { rowText } from './row-text.ts';

const rowOf = (method: string, ...keys: string[]): string | undefined =>
  rowText(specification.spec, specification.method(method).variants.at(-1)!.result!, keys);

test('states type, condition and meaning of a field', () => {
  expect(rowOf('listunspent', '0', 'label')).toBe('label: string, in every result. Label of the address.');
  expect(rowOf('listsinceblock', 'transactions', '3', 'label')).toBe(
    'label: string, given when category is not "move". Label of the address.',
  );
  expect(rowOf('gettransaction', 'details', '0', 'fee')).toBe('fee: number, given when category is "send", send only. Fee paid.');
});

test('has nothing on what the documents do not describe', () => {
  expect(rowOf('listunspent', '0', 'nosuch')).toBeUndefined();
  expect(rowOf('listunspent')).toBeUndefined();
});
