import { expect, test } from 'vitest';
import { Specification } from './spec.ts';
import { findStatement, statementOf } from './statement.ts';
import { methodOf, somewhere as source, specOf } from './testing/small-spec.ts';

const spec = specOf({
  methods: [methodOf('lock', { rules: [{ id: 'lock/locks', text: 'It locks.', source, state: 'locked' }] })],
  states: [
    { id: 'locked', state: 'open', trigger: 'lock', methods: ['lock'], condition: 'alone', next: 'locked', also: 'for good', source },
  ],
});
const specification = new Specification({ spec, branded: [], validators: {} }, {});

test('a row of states also hits the rules that state it again; a rule hits itself', () => {
  expect(statementOf(specification, 'locked')).toEqual({
    hits: ['s:locked', 'r:lock/locks'],
    source,
    text: 'document 1, Limits: open, lock (alone): locked; for good',
  });
  expect(statementOf(specification, 'lock/locks')).toEqual({ hits: ['r:lock/locks'], source, text: 'document 1, Limits: It locks.' });
});

test('what the standard does not have', () => {
  expect(findStatement(specification, 'unlocked')).toBeUndefined();
  expect(() => statementOf(specification, 'unlocked')).toThrow('no rule and no row of states unlocked in the specification');
});
