import { expect, test } from 'vitest';
import type { MutationResults, TriedMutant } from '../../../engine/mutation-results.ts';
import { FoundBefore } from './found-before.ts';
import { mutatedFiles } from './mutated-files.ts';
import type { SourceMutant } from './source-mutant.ts';

const FILE = 'coind/governance/tally.ts';
const source = 'const tally = (votes) =>\n  votes.filter(({ outcome }) => outcome === YES).length;\n';
const foundThen: TriedMutant = {
  id: '1',
  mutatorName: 'EqualityOperator',
  replacement: 'outcome !== YES',
  location: { start: { line: 2, column: 33 }, end: { line: 2, column: 48 } },
  status: 'Killed',
  statusReason: 'YesCount is 0 [document, rule]',
  methods: ['gobject get'],
  reaching: 3,
  coveredBy: ['0', '1'],
  killedBy: ['0'],
  testsCompleted: 1,
  duration: 12,
};
const { killedBy: _, statusReason: __, ...survivor } = foundThen;
const tests = [
  { id: '0', name: 'rules/gobject get/counts' },
  { id: '1', name: 'methods/gobject get/plain' },
];
const report: Pick<MutationResults, 'files' | 'testFiles'> = {
  files: {
    [FILE]: { language: 'typescript', source, mutants: [foundThen, { ...survivor, id: '2', replacement: 'true', status: 'Survived' }] },
  },
  testFiles: { cases: { tests } },
};
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
  const result = new FoundBefore(report, cases).resultOf(found, source);
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
  const ids = new Map(tests.map(({ id, name }) => [name, id]));
  const again = mutatedFiles(
    result ? [result] : [],
    () => source,
    (name) => ids.get(name) ?? '',
  );
  expect(again[FILE]?.mutants).toEqual([{ ...foundThen, id: '71' }]);
});

test.each<[string, Partial<SourceMutant>]>([
  ['survived', { replacement: 'true' }],
  ['was not there', { replacement: 'false' }],
  ['is of another kind', { mutator: 'ConditionalExpression' }],
  ['is in another place', { start: { line: 1, column: 33 } }],
  ['is of a file that was not selected', { file: 'coind/governance/vote.ts' }],
])('a mutant that %s is tried', (_, change) => {
  expect(new FoundBefore(report, cases).resultOf({ ...found, ...change }, source)).toBeUndefined();
});

test('mutants are tried again where their file has changed, or the case that found them is gone', () => {
  expect(new FoundBefore(report, cases).resultOf(found, `${source}\n`)).toBeUndefined();
  expect(new FoundBefore(report, new Set(['methods/gobject get/plain'])).resultOf(found, source)).toBeUndefined();
});
