import { expect, test } from 'vitest';
import { fakeCase } from '../../../engine/testing/fakes.ts';
import type { CleanCase } from '../clean-case.ts';
import { coverOf } from './cover.ts';
import type { SourceMutant } from './source-mutant.ts';

const clean = (id: string): CleanCase => ({ testCase: { ...fakeCase(id), id }, calls: new Map(), durationMs: 1, waived: new Map() });
const mutant = (id: string): SourceMutant => ({
  id,
  file: 'relay.ts',
  mutator: 'm',
  replacement: '',
  start: { line: 1, column: 1 },
  end: { line: 1, column: 2 },
});
const [joining, leaving, voting] = [clean('joining'), clean('leaving'), clean('voting')];
const mutants = ['join', 'greet', 'leave', 'vote', 'unreached'].map(mutant);
const casesOf = new Map([
  ['join', [joining, leaving]],
  ['greet', [joining, leaving]],
  ['leave', [leaving]],
  ['vote', [voting]],
]);

test('a case that reaches only what those before it reach is left out', () => {
  expect(coverOf(mutants, casesOf, 9)).toEqual([leaving, voting]);
});

test('the cases that reach most come first, up to a number', () => {
  expect(coverOf(mutants, casesOf, 1)).toEqual([leaving]);
  expect(coverOf([mutant('unreached')], casesOf, 9)).toEqual([]);
});
