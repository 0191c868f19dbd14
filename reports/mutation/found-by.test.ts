import { expect, test } from 'vitest';
import type { TriedMutant } from '../../engine/mutation-results.ts';
import { foundBy, killsOf, type FoundBy } from './found-by.ts';
import { sampleMutant, sampleMutation } from './testing/sample-mutation-results.ts';

const TALLY = 'coind/governance/tally.ts';
const NONE: FoundBy = { cases: [], files: {} };
const COUNTS = 'rules/gobject get/counts';
const PLAIN = 'methods/gobject get/plain';

const at = (line: number, column: number, status: TriedMutant['status'], ...killedBy: string[]): TriedMutant =>
  sampleMutant(`${line}${column}`, { location: { start: { line, column }, end: { line, column: column + 4 } }, status, killedBy });
const measured = (mutants: readonly TriedMutant[], more: object = {}) => ({
  ...sampleMutation,
  selection: {},
  files: { [TALLY]: { language: 'typescript', source: '', mutants: [...mutants] } },
  ...more,
});

test('each place has the cases that found a mutant there, and is read as it was written', () => {
  const mutants = [at(12, 5, 'Killed', '0'), at(2, 33, 'Killed', '0'), at(2, 33, 'Killed', '1'), at(3, 1, 'Survived')];
  const known = foundBy(measured(mutants), NONE);
  expect(known).toEqual({ cases: [PLAIN, COUNTS], files: { [TALLY]: '2:33=0,1 12:5=1' } });
  expect(killsOf(known)).toEqual([
    { file: TALLY, start: { line: 2, column: 33 }, case: PLAIN },
    { file: TALLY, start: { line: 2, column: 33 }, case: COUNTS },
    { file: TALLY, start: { line: 12, column: 5 }, case: COUNTS },
  ]);
  expect(killsOf(NONE)).toEqual([]);
});

const before: FoundBy = { cases: ['rules/old'], files: { [TALLY]: '2:33=0 4:7=0 9:9=0', 'coind/governance/vote.ts': '1:1=0' } };

test('what was known before stays of files and mutants that were not tried, and goes where others were found, none was, or none is', () => {
  const mutants = [at(2, 33, 'Killed', '0'), at(4, 7, 'Pending')];
  expect(foundBy(measured(mutants), before)).toEqual({
    cases: [COUNTS, 'rules/old'],
    files: { [TALLY]: '2:33=0 4:7=1', 'coind/governance/vote.ts': '1:1=1' },
  });
  expect(foundBy(measured([at(2, 33, 'Survived')]), before).files).toEqual({ 'coind/governance/vote.ts': '1:1=0' });
});

test.each([{ sample: 3 }, { changedSince: 'main' }, { methods: ['mnsync'] }])(
  'a measure limited to %j says nothing of what it did not find',
  (selection) => {
    const known = foundBy(measured([at(2, 33, 'Killed', '0'), at(4, 7, 'Survived')], { selection }), before);
    expect(known.files[TALLY]).toBe('2:33=0 4:7=1 9:9=1');
  },
);
