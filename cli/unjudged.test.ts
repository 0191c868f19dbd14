import { expect, test } from 'vitest';
import { fakeCase } from '../engine/testing/fakes.ts';
import { Specification } from '../specs/model/spec.ts';
import { methodOf, somewhere, specOf } from '../specs/model/testing/small-spec.ts';
import { unjudgedBy, unjudgedLines } from './unjudged.ts';

const source = somewhere;
const spec = specOf({
  methods: [
    methodOf('m', {
      rules: [
        { id: 'm/a', text: 'A.', source },
        { id: 'm/b', text: 'B.', source },
      ],
    }),
    methodOf('helper', { beyond: true, rules: [{ id: 'helper/a', text: 'A.', source }] }),
  ],
  states: [{ id: 'same', state: 'a', trigger: 'b', methods: ['m'], next: 'c', source }],
  errors: [{ id: 'never', text: 'Never.', methods: ['m'], source, untestable: 'It never happens.' }],
  envelope: [{ id: 'same', text: 'Calls are posted.', source }],
});
const specification = new Specification({ spec, branded: [], validators: {} }, {});
const judging = (...judges: string[]) => [fakeCase('a', async () => undefined, { judges })];

test('names what no case judges, by table, and neither what no trial can judge nor methods beyond the documents', () => {
  expect(unjudgedLines(unjudgedBy(judging(), specification))).toEqual([
    'no case judges 2 rules: m/a, m/b',
    'no case judges 1 state row: same',
    'no case judges 1 envelope row: same',
  ]);
});

test('a row of one table is not judged by a case for that of another one with the same id', () => {
  expect(unjudgedBy(judging('r:m/a', 'r:m/b', 's:same'), specification)).toEqual([{ noun: 'envelope row', ids: ['same'] }]);
  expect(unjudgedBy(judging('r:m/a', 'r:m/b', 's:same', 'v:same'), specification)).toEqual([]);
});
