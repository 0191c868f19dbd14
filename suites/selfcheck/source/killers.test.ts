import { expect, test } from 'vitest';
import { fakeCase } from '../../../engine/testing/fakes.ts';
import type { Case } from '../../../engine/case.ts';
import type { CleanCase } from '../clean-case.ts';
import { Killers } from './killers.ts';
import { MutantAttempt } from './mutant-attempt.ts';
import type { SourceMutant } from './source-mutant.ts';

const clean = (id: string, method: string | null, durationMs: number, more: Partial<Case> = {}): CleanCase => ({
  testCase: { ...fakeCase(id), id, method: method as Case['method'], ...more },
  calls: new Map(),
  durationMs,
  waived: new Map(),
});
const mutantAt = (line: number, file = 'tally.ts'): SourceMutant => ({
  id: `${file}:${line}`,
  file,
  mutator: 'm',
  replacement: '',
  start: { line, column: 1 },
  end: { line, column: 2 },
});
const ids = (cases: readonly CleanCase[]): string[] => cases.map(({ testCase }) => testCase.id);

const own = [
  clean('own/slow', 'getthing', 9),
  clean('own/generated', 'getthing', 1, { generated: true }),
  clean('own/quick', 'getthing', 2),
];
const other = [clean('other/reaching', 'setthing', 1), clean('other/not', 'setthing', 1)];
const relation = clean('relation', null, 5);
const killers = new Killers([...own, ...other, relation]);
const reaching = [other[0] as CleanCase, relation, ...own];

const none = (): number => 0;

test('cases that run the code most often come between', () => {
  const often = (clean: CleanCase): number => (clean === own[1] ? 9 : clean === own[0] ? 5 : 1);
  expect(ids(killers.ordered(own, often))).toEqual(['own/quick', 'own/generated', 'own/slow']);
});

test('cases of several methods that reach it alternate', () => {
  const [a, b] = [1, 2].map((at) => clean(`a/${at}`, 'setthing', at)) as [CleanCase, CleanCase];
  const [c, d] = [3, 4].map((at) => clean(`b/${at}`, 'getthing', at)) as [CleanCase, CleanCase];
  expect(ids(new Killers([a, b, c, d]).ordered([a, b, c, d], none))).toEqual(['a/1', 'b/3', 'a/2', 'b/4']);
});

test('cases of the method that reaches it most come first, written ones before generated ones, the quickest first', () => {
  expect(ids(killers.ordered(reaching, none))).toEqual(['own/quick', 'own/slow', 'own/generated', 'relation', 'other/reaching']);
});

test('its methods are those most of whose cases reach it, and none if they are many', () => {
  expect(killers.methodsOf(reaching)).toEqual(['getthing', 'setthing']);
  expect(killers.methodsOf([other[0] as CleanCase])).toEqual(['setthing']);
  const many = Array.from({ length: 5 }, (_, index) => clean(`many/${index}`, `method${index}`, 1));
  expect(new Killers(many).methodsOf(many)).toEqual([]);
});

test('a case that found a mutant nearby is tried before all others, where it reaches this one and fits', () => {
  const all = (): boolean => true;
  const attempt = (line: number, file?: string): MutantAttempt =>
    new MutantAttempt(mutantAt(line, file), reaching, killers.ordered(reaching, none), []);
  killers.note(mutantAt(40), own[1] as CleanCase);
  killers.note(mutantAt(50), other[0] as CleanCase);
  killers.note(mutantAt(49), other[1] as CleanCase); // does not reach it
  const next = (of: MutantAttempt, fits: (one: CleanCase) => boolean = all): string | undefined => killers.next(of, fits)?.testCase.id;
  expect([next(attempt(41)), next(attempt(48)), next(attempt(90)), next(attempt(41, 'other.ts'))]).toEqual([
    'own/generated',
    'other/reaching',
    'own/quick',
    'own/quick',
  ]);
  expect(ids(killers.near(mutantAt(48)))).toEqual(['other/not', 'other/reaching', 'own/generated']);
  expect(ids(killers.at(mutantAt(50)))).toEqual(['other/reaching']);
  expect(killers.at({ ...mutantAt(50), start: { line: 50, column: 2 } })).toEqual([]);
  expect(next(attempt(48), ({ testCase }) => testCase.id === 'relation')).toBe('relation');
  expect(next(attempt(48), () => false)).toBeUndefined();
});

test('of a file the cases that killed the most of it come first', () => {
  const some = new Killers([...own, ...other, relation]);
  for (const line of [1, 400]) some.note(mutantAt(line), relation);
  some.note(mutantAt(200), own[0] as CleanCase);
  some.note(mutantAt(1, 'other.ts'), own[0] as CleanCase);
  expect(some.ofFile(mutantAt(1).file)).toEqual([relation, own[0]]);
  expect(some.ofFile('third.ts')).toEqual([]);
});

test('an attempt runs so many cases at most, and ends with the one that finds it', () => {
  const attempt = new MutantAttempt(mutantAt(1), [...own, relation], own.slice(0, 2), ['getthing']);
  expect(attempt.result()).toMatchObject({ status: 'untried', reaching: 4, tried: 0, methods: ['getthing'] });
  attempt.note(own[0] as CleanCase, { type: 'survived' }, 3);
  attempt.note(own[1] as CleanCase, { type: 'survived' }, 3);
  expect(attempt.result()).toMatchObject({ status: 'survived', tried: 2, durationMs: 6 });
  const found = new MutantAttempt(mutantAt(1), own, own, []);
  const finding = { check: 'rule', evidence: 'document', source: 's', message: 'it is 1' } as const;
  found.note(own[0] as CleanCase, { type: 'killed', finding }, 3);
  expect(found.open.size).toBe(0);
  expect(found.result()).toMatchObject({ status: 'killed', tried: 1, killer: { case: 'own/slow', message: 'it is 1' } });
  expect(new MutantAttempt(mutantAt(1), [], [], []).result()).toMatchObject({ status: 'not-reached' });
});

test('where cases could not be run with a mutant, the one that found most of such mutants is tried first', () => {
  const all = (): boolean => true;
  const blocked = new Killers([...own, ...other, relation]);
  const attempt = new MutantAttempt(mutantAt(1), reaching, blocked.ordered(reaching, none), []);
  const [quick] = blocked.ordered(reaching, none) as [CleanCase];
  blocked.note(mutantAt(90), other[0] as CleanCase, true);
  for (const line of [91, 92]) blocked.note(mutantAt(line), relation, true);
  expect(blocked.next(attempt, all)).toBe(quick);
  attempt.note(quick, { type: 'skipped', reason: 'no blocks' }, 1);
  expect(blocked.next(attempt, all)).toBe(relation);
  expect(blocked.unblocking).toEqual([relation, other[0]]);
  attempt.note(relation, { type: 'survived' }, 1);
  attempt.add([relation]);
  expect(blocked.next(attempt, all)).toBe(other[0]);
});

test('with a slow case a mutant is tried if it killed one nearby, or is worth it', () => {
  const never = (): boolean => false;
  const slow = new Killers([...own, ...other, relation]);
  const attempt = new MutantAttempt(mutantAt(1), reaching, slow.ordered(reaching, none), []);
  expect(slow.next(attempt, () => true, never)).toBeUndefined();
  slow.note(mutantAt(5), relation);
  expect(slow.next(attempt, () => true, never)).toBe(relation);
});
