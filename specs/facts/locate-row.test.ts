import { expect, test } from 'vitest';
import { sentencesOf } from '../documents/sentences.ts';
import { neutralNames } from '../model/names.ts';
import { locateRow } from './locate-row.ts';

const sentences = sentencesOf(
  `# Size (result of \`getsize\`)
\`size:num\` (of \`id\`), \`parts:arr of {n:num}\`.

# Methods

Item kinds: \`big\`, \`small\`.

| Method | Arguments | Result |
|---|---|---|
| \`getsize\` | id:str; [deep:bool] | obj |
| \`list\` | none | arr; of id |`,
  {
    document: 1,
    methodsByName: new Map([
      ['getsize', ['getsize']],
      ['list', ['list']],
    ]),
    names: neutralNames,
  },
);
const textOf = (...[table, row]: [Parameters<typeof locateRow>[0], Record<string, string>]): string | undefined =>
  locateRow(table, { document: '1', ...row }, sentences)?.text;

test('a row is stated where its name is declared of what it is about', () => {
  expect(textOf('arguments', { method: 'getsize', name: 'id' })).toBe('id:str');
  expect(textOf('arguments', { method: 'list', name: '-' })).toBe('none');
  expect(textOf('results', { result: 'getsize', field: 'size' })).toBe('size:num (of id)');
  expect(textOf('results', { result: 'getsize', field: 'parts[].n' })).toBe('parts:arr of {n:num}');
  expect(textOf('enums', { where: 'item kinds', value: 'small' })).toBe('small');
  expect(textOf('enums', { where: 'methods: Methods', value: 'list' })).toBe('none');
});

test('nothing states a row about something else, or of another document', () => {
  expect(textOf('arguments', { method: 'put', name: 'id' })).toBeUndefined();
  expect(textOf('arguments', { document: '2', method: 'getsize', name: 'id' })).toBeUndefined();
});
