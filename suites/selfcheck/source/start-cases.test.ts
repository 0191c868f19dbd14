import { expect, test } from 'vitest';
import { fakeCase } from '../../../engine/testing/fakes.ts';
import type { Case } from '../../../engine/case.ts';
import type { CleanCase } from '../clean-case.ts';
import { Killers } from './killers.ts';
import { Reached } from './reached.ts';
import type { SourceMutant } from './source-mutant.ts';
import { casesOfPlaces, StartCases } from './start-cases.ts';

const clean = (id: string, more: Partial<Case> = {}): CleanCase => ({
  testCase: { ...fakeCase(id), id, ...more },
  calls: new Map(),
  durationMs: 1,
  waived: new Map(),
});
const mutant = (id: string, file: string): SourceMutant => ({
  id,
  file,
  mutator: 'm',
  replacement: '',
  start: { line: 1, column: 1 },
  end: { line: 1, column: 2 },
});

const counts = mutant('counts', 'governance/tally.ts');
const decodes = mutant('decodes', 'governance/tally.ts');
const encodes = mutant('encodes', 'governance/tally.ts');
const constant = mutant('constant', 'governance/limits.ts');
const elsewhere = mutant('elsewhere', 'wallet/coins.ts');
const mutants = [counts, decodes, encodes, constant, elsewhere];

const counting = clean('counting');
const restarting = clean('restarting', { effect: ['chain', 'process'] });
const prepared = clean('prepared'); // by starting the node again
const passed = [prepared, counting, restarting];

const reached = new Reached();
const none = new Set<string>();
const atRestart = new Set(['decodes']);
reached.note(counting.testCase, new Map([['counts', 3]]), { atStart: new Set(['constant']), atRestart: none });
reached.note(prepared.testCase, new Map([['elsewhere', 1]]), { atStart: none, atRestart });
reached.note(restarting.testCase, new Map([['counts', 1]]), { atStart: none, atRestart });

const casesOf = reached.casesOf(passed);
const ofFile = casesOfPlaces(mutants, casesOf, ({ file }) => file);
const starts = (hasSwitches: boolean): StartCases =>
  new StartCases({ mutants, hasSwitches }, passed, { reached, casesOf, ofFile, killers: new Killers(passed) });
const chosen = (one: SourceMutant, hasSwitches = true): string[] =>
  [...starts(hasSwitches).attempt(one).open].map(({ testCase }) => testCase.id);

test('what is reached by starting a node again is tried with the cases that judge what it has then, not those that give it options', () => {
  expect(chosen(decodes)).toEqual(['restarting']);
});

test('what no case is seen to reach may be reached while a node stops: a case that starts it again is tried', () => {
  expect(chosen(encodes)).toEqual(['restarting']);
  expect(chosen(mutant('unused', 'wallet/unused.ts'))).toEqual([]);
});

test('what the start reaches of a file of constants is tried with the cases of its folder', () => {
  expect(chosen(constant)).toEqual(['counting', 'restarting']);
});

test('what the start reaches is also tried with a case that reaches what the likelier ones, which are alike, do not', () => {
  const listing = Array.from({ length: 10 }, (_, at) => mutant(`listing-${at}`, 'governance/list.ts'));
  const votes = mutant('votes', 'governance/vote.ts');
  const alike = Array.from({ length: 10 }, (_, at) => clean(`alike-${at}`));
  const voting = Array.from({ length: 2 }, (_, at) => ({ ...clean(`voting-${at}`), durationMs: 9 }));
  const all = [...alike, ...voting];
  const seen = new Reached();
  const atStart = { atStart: new Set(['constant']), atRestart: none };
  for (const { testCase } of alike) seen.note(testCase, new Map(listing.map(({ id }) => [id, 1])), atStart);
  for (const { testCase } of voting) seen.note(testCase, new Map([['votes', 1]]), atStart);
  const reaching = seen.casesOf(all);
  const those = [...listing, votes, constant];
  const places = casesOfPlaces(those, reaching, ({ file }) => file);
  const known = { reached: seen, casesOf: reaching, ofFile: places, killers: new Killers(all) };
  const { open } = new StartCases({ mutants: those, hasSwitches: true }, all, known).attempt(constant);
  expect([...open].filter((one) => voting.includes(one))).toHaveLength(1);
  expect(open.size).toBeLessThan(all.length);
});

test('a program that is started as each mutant is tried with the cases of its methods, or with all', () => {
  expect(chosen(elsewhere, false)).toHaveLength(passed.length);
  expect(chosen({ ...elsewhere, methods: ['getblock'] }, false)).toEqual([]);
});

test('a case that reaches what few others do says more of a file than one that reaches what all do', () => {
  const [relaying, joining, leaving] = [clean('relaying'), clean('joining'), clean('leaving')];
  const [common, rare] = [mutant('common', 'relay.ts'), mutant('rare', 'relay.ts')];
  const reaching = new Map([
    ['common', [joining, leaving]],
    ['rare', [relaying]],
  ]);
  const places = casesOfPlaces([common, rare], reaching, ({ file }) => file);
  expect([relaying, joining, leaving].map((one) => places.get('relay.ts')?.get(one))).toEqual([1, 0.5, 0.5]);
});
