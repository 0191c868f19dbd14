import { expect, test } from 'vitest';
import { rule } from '../model/testing/planted.ts';
import { methodOf, somewhere, specOf } from '../model/testing/small-spec.ts';
import { dependantsOf } from './dependants.ts';

const elsewhere = { document: 1, section: 'The `errors`' };
const spec = specOf({
  methods: [
    methodOf('a', { rules: [rule('a/one', { source: somewhere }), rule('a/two', { source: elsewhere })] }),
    methodOf('b', { rules: [rule('b/one', { source: somewhere })] }),
    methodOf('x', { beyond: true }),
  ],
  limits: [{ id: 'size', limit: 'Size.', value: 1, appliesTo: ['a'], source: somewhere }],
  errors: [{ id: 'off', text: 'It fails.', methods: ['b'], source: elsewhere }],
  envelope: [{ id: 'verb', text: 'The verb is POST.', source: somewhere }],
});
const sentence = { document: 1, section: 'Limits', methods: ['a'], name: undefined, hash: '0'.repeat(16) };

test('the rules and rows of the section about the methods of the sentence depend on it', () => {
  expect(dependantsOf(spec, sentence, ['arguments: a n'])).toEqual({
    rows: ['arguments: a n'],
    methods: ['a'],
    rules: ['a/one', 'limits: size'],
  });
  expect(dependantsOf(spec, { ...sentence, section: 'The errors', methods: ['a', 'b', 'x'] })).toEqual({
    rows: [],
    methods: ['a', 'b'],
    rules: ['a/two', 'errors: off'],
  });
});

test('all of the section depend on a sentence about no method', () => {
  expect(dependantsOf(spec, { ...sentence, methods: [] })).toEqual({
    rows: [],
    methods: [],
    rules: ['a/one', 'b/one', 'limits: size', 'envelope: verb'],
  });
  expect(dependantsOf(spec, { ...sentence, methods: [], document: 2 }).rules).toEqual([]);
});
