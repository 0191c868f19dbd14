import { expect, test } from 'vitest';
import { sampleMutation } from '../../../reports/mutation/testing/sample-mutation-results.ts';
import { FoundBefore } from './found-before.ts';
import { mutatedFiles } from './mutated-files.ts';
import type { SourceMutant } from './source-mutant.ts';

const FILE = 'coind/governance/tally.ts';
const { source = '' } = sampleMutation.files[FILE] ?? {};
const cases = new Set(['rules/gobject get/counts']);
/** The one of the file that was found. Its switch has another number in another build. */
const found: SourceMutant = {
  id: '71',
  file: FILE,
  mutator: 'EqualityOperator',
  replacement: 'outcome !== YES',
  start: { line: 2, column: 33 },
  end: { line: 2, column: 48 },
};

test('what an earlier report found has the same result again, with its present number', () => {
  const result = new FoundBefore(sampleMutation, cases).resultOf(found, source);
  expect(result).toEqual({
    mutant: found,
    status: 'killed',
    killer: { case: 'rules/gobject get/counts', check: 'rule', evidence: 'document', message: 'YesCount is 0' },
    tried: 1,
    reaching: 3,
    likeliest: ['rules/gobject get/counts', 'methods/gobject get/plain'],
    methods: ['gobject get'],
    durationMs: 12,
  });
  const ids = new Map(sampleMutation.testFiles.cases.tests.map(({ id, name }) => [name, id]));
  const again = mutatedFiles(
    result ? [result] : [],
    () => source,
    (name) => ids.get(name) ?? '',
  );
  expect(again[FILE]?.mutants).toEqual([{ ...sampleMutation.files[FILE]?.mutants[0], id: '71' }]);
});

test.each<[string, Partial<SourceMutant>]>([
  ['survived', { replacement: 'true' }],
  ['was not there', { replacement: 'false' }],
  ['is of another kind', { mutator: 'ConditionalExpression' }],
  ['is in another place', { start: { line: 1, column: 33 } }],
  ['is of a file that was not selected', { file: 'coind/governance/vote.ts' }],
])('a mutant that %s is tried', (_, change) => {
  expect(new FoundBefore(sampleMutation, cases).resultOf({ ...found, ...change }, source)).toBeUndefined();
});

test('mutants are tried again where their file has changed, or the case that found them is gone', () => {
  expect(new FoundBefore(sampleMutation, cases).resultOf(found, `${source}\n`)).toBeUndefined();
  expect(new FoundBefore(sampleMutation, new Set(['methods/gobject get/plain'])).resultOf(found, source)).toBeUndefined();
});
