import { expect, test } from 'vitest';
import { ageOf, changesOf, differs } from './changes.ts';

test('what passed and fails, is waived or absent is lost; the reverse is gained', () => {
  expect(changesOf(['passed', 'failed', 'passed'], 'field')).toEqual([null, 'lost', 'gained']);
  expect(changesOf(['passed', 'waived', 'observed'], 'field')).toEqual([null, 'lost', 'gained']);
  expect(changesOf(['observed', 'inapplicable', 'inapplicable'], 'method')).toEqual([null, 'lost', null]);
  expect(changesOf(['failed', 'waived', 'unstable', 'passed'], 'rule')).toEqual([null, 'changed', 'changed', 'changed']);
});

test('a column that shows nothing of a row is passed over: not tried, of another standard, not done', () => {
  for (const nothing of ['untried', 'outside', null] as const) {
    expect(changesOf(['passed', nothing, 'failed'], 'rule')).toEqual([null, null, 'lost']);
    expect(changesOf([nothing, 'failed'], 'rule')).toEqual([null, null]);
    expect(differs(['passed', nothing, 'passed'])).toBe(false);
  }
  expect(differs(['passed', null, 'failed'])).toBe(true);
});

test('a field that no document names is neither lost nor gained', () => {
  expect(changesOf(['inapplicable', 'observed', 'inapplicable'], 'undocumented')).toEqual([null, 'changed', 'changed']);
  expect(ageOf(['observed', 'inapplicable'], 'undocumented')).toBeNull();
});

test('the age of a regression is the number of columns since it was last good', () => {
  expect(ageOf(['passed', 'failed'], 'field')).toBe(1);
  expect(ageOf(['passed', 'passed', 'failed', 'waived', 'inapplicable'], 'field')).toBe(3);
  expect(ageOf(['failed', 'failed'], 'field')).toBeNull();
  expect(ageOf(['failed', 'passed'], 'field')).toBeNull();
  expect(ageOf(['passed', 'unstable'], 'field')).toBeNull();
  // The last column could not be done: that of the one before it.
  expect(ageOf(['passed', 'failed', null], 'field')).toBe(1);
});
