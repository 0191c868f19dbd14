import { createRequire } from 'node:module';
import { stripVTControlCharacters } from 'node:util';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import type { MutationResults } from '../../engine/mutation-results.ts';
import { expectNoExternalResource, expectNoForeignMarkup } from '../testing/safe-page.ts';
import { mutationDocuments } from './documents.ts';
import { mutationPage } from './page.ts';
import { changeOf, killedShare, mutantsOf, roomOf, scoreOf, scoresBy } from './scores.ts';
import { hostileMutation, sampleMutant, sampleMutation } from './testing/sample-mutation-results.ts';
import { mutationVerdict } from './verdict.ts';

const require = createRequire(import.meta.url);

test('results are in the standard format of mutation testing', () => {
  const schema = require('mutation-testing-report-schema/mutation-testing-report-schema.json') as object;
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  for (const results of [sampleMutation, hostileMutation]) expect([validate(results), validate.errors]).toEqual([true, null]);
  const { files: _, ...without } = sampleMutation;
  expect(validate(without)).toBe(false);
});

test('the score is the share that was found; what no case runs was not found, and what is excepted or untried does not count', () => {
  const score = scoreOf(mutantsOf(sampleMutation));
  expect(score).toEqual({ killed: 2, survived: 1, notReached: 1, excepted: 1, untried: 1 });
  expect(killedShare(score)).toBe(0.5);
  expect(killedShare(scoreOf([]))).toBeNull();
  expect(scoresBy(mutantsOf(sampleMutation), ({ file }) => [roomOf(file)]).map(([room, { killed }]) => [room, killed])).toEqual([
    ['coind', 0],
    ['coind/governance', 1],
    ['coind/rpc/handlers', 1],
  ]);
});

test.each<[Partial<Parameters<typeof sampleMutant>[1] & object>, string]>([
  [{}, 'outcome === YES → outcome !== YES'],
  [{ replacement: '' }, 'outcome === YES → nothing'],
  [{ location: { start: { line: 1, column: 15 }, end: { line: 2, column: 8 } } }, '(votes) => votes → outcome !== YES'],
])('the change of %j is shown on one line', (more, shown) => {
  const source = sampleMutation.files['coind/governance/tally.ts']?.source ?? '';
  expect(changeOf(sampleMutant('1', more), source)).toBe(shown);
});

test.each<[Partial<MutationResults>, number | undefined, string, number]>([
  [{}, undefined, 'Passed with remarks', 0],
  [{}, 0.5, 'Passed with remarks', 0],
  [{}, 0.51, 'Failed', 1],
  [{ staleExceptions: ['entry 1 (coind/none.ts) matches no mutant'] }, undefined, 'Failed', 1],
  [{ files: {} }, undefined, 'Inconclusive', 1],
  [{ cases: { ...sampleMutation.cases, passed: 0 } }, undefined, 'Inconclusive', 1],
])('with %j and --fail-below %s the verdict is %s', (more, failBelow, title, code) => {
  expect(mutationVerdict({ ...sampleMutation, ...more }, { failBelow })).toMatchObject({ title, code });
});

test('the terminal has the scores by room, document and method, and the survivors with what was changed', () => {
  let text = '';
  const stream = { write: (part: string) => ((text += part), true), isTTY: false, columns: 120 };
  mutationDocuments.print(sampleMutation, mutationVerdict(sampleMutation), { stream, environment: {}, outDir: 'out' });
  const shown = stripVTControlCharacters(text);
  expect(shown).toMatch(/coind\/governance +\S+ +33\.3 % {2}1\/3 {2}1 survived, 1 not reached/);
  expect(shown).toMatch(/document 3 +\S+ +50\.0 % {2}1\/2/);
  expect(shown).toMatch(/gobject get +\S+ +50\.0 %/);
  expect(shown).toContain('coind/governance/tally.ts:2  outcome === YES → true (gobject get)');
  expect(shown).toContain('Found  50.0 %: 2 of 4 mutants; 1 survived, 1 not reached, 1 excepted, 1 untried.');
});

test('the page has no markup from sources, and needs nothing else', () => {
  const html = mutationPage(hostileMutation, mutationVerdict(hostileMutation));
  const own = html.replace(/<script>[^]*<\/script>/, '<script></script>').replace(/<\/?mutation-test-report-app[^>]*>/g, '');
  expectNoForeignMarkup(own);
  expectNoExternalResource(own);
  const data = /<script type="application\/json" id="report">([^]*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual(JSON.parse(JSON.stringify(hostileMutation)));
});
