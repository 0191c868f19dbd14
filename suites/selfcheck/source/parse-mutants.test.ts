import { expect, test } from 'vitest';
import { MutantListError, parseMutants } from './parse-mutants.ts';

const mutant = { id: '1', file: 'a.cpp', mutator: 'm', replacement: '', start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
const parsed = (list: unknown): unknown => parseMutants(JSON.stringify(list), 'the list');

test('reads a list, with what it says of methods', () => {
  expect(parsed([mutant, { ...mutant, id: '2', methods: ['getblock'], other: 1 }])).toEqual([
    mutant,
    { ...mutant, id: '2', methods: ['getblock'] },
  ]);
});

test.each<[string, unknown, string]>([
  ['text', undefined, 'the list: not JSON: '],
  ['no list', { mutants: [mutant] }, 'the list: not a list; print a JSON list of'],
  ['an empty list', [], 'the list: no mutant is listed'],
  ['null', [null], 'mutant 1 needs id, file and mutator as texts'],
  ['a number as id', [{ ...mutant, id: 7 }], 'mutant 1 needs id, file and mutator as texts'],
  ['no replacement', [mutant, { ...mutant, id: '2', replacement: undefined }], 'mutant 2 (2) needs the replacement as text'],
  ['line 0', [{ ...mutant, start: { line: 0, column: 1 } }], 'mutant 1 (1) needs start and end as { line, column }, which count from 1'],
  ['no end', [{ ...mutant, end: undefined }], 'mutant 1 (1) needs start and end'],
  ['a method', [{ ...mutant, methods: 'getblock' }], 'mutant 1 (1) has methods that are no list of texts'],
  ['an id twice', [mutant, mutant], 'two mutants have the id "1"'],
])('%s is refused', (_, list, message) => {
  const parse = (): unknown => (list === undefined ? parseMutants('1: a.cpp', 'the list') : parsed(list));
  expect(parse).toThrow(MutantListError);
  expect(parse).toThrow(message);
});
