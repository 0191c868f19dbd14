import { expect, test } from 'vitest';
import { positionalArguments, sentByName } from './named-arguments.ts';
import { specification } from './specification.ts';

const getblock = specification.method('getblock');

test('arguments by name: omitted ones are left out, one too many has a name of its own', () => {
  expect(sentByName(getblock, [])).toEqual({});
  expect(sentByName(getblock, ['ab'])).toEqual({ blockhash: 'ab' });
  expect(sentByName(getblock, ['ab', null])).toEqual({ blockhash: 'ab' });
  expect(sentByName(getblock, [null, 1])).toEqual({ blockhash: null, verbosity: 1 });
  expect(sentByName(getblock, ['ab', 1, 'pyx'])).toEqual({ blockhash: 'ab', verbosity: 1, 'argument-3': 'pyx' });
});

test('recorded arguments in their order, as they were sent', () => {
  expect(positionalArguments(getblock, ['ab', null])).toEqual(['ab', null]);
  expect(positionalArguments(getblock, { verbosity: 1, blockhash: 'ab' })).toEqual(['ab', 1]);
  expect(positionalArguments(getblock, { verbosity: 0 })).toEqual([null, 0]);
  expect(positionalArguments(getblock, { blockhash: 'ab' })).toEqual(['ab']);
  expect(positionalArguments(getblock, {})).toEqual([]);
});
