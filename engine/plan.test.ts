import { describe, expect, test } from 'vitest';
import { fakeCase, fakeSpecification } from './testing/fakes.ts';
import { plan, SelectionError } from './plan.ts';
import type { Selection } from './selection.ts';

const cases = [
  fakeCase('own', undefined, { ownNode: true, effect: ['process'] }),
  fakeCase('writes', undefined, { effect: ['wallet'], method: 'setthing', uses: ['setthing'] }),
  fakeCase('pruned', undefined, { profile: 'prune' }),
  fakeCase('reads', undefined, { method: 'getthing', uses: ['getthing'] }),
  fakeCase('secret', undefined, { effect: ['read', 'secret'], method: 'keything', uses: ['keything'] }),
  fakeCase('deep', undefined, { danger: 'depth' }),
  fakeCase('relation', undefined, { suite: 'other', method: 'getthing', uses: ['getthing', 'setthing'] }),
];
const chosen = (selection: Selection): string[] => plan(cases, selection, fakeSpecification).cases.map(({ id }) => id.replace('fake/', ''));

describe('plan', () => {
  test('puts reading cases first, then writing ones, other profiles, separate nodes, and dangerous ones', () => {
    expect(chosen({})).toEqual(['reads', 'relation', 'writes', 'secret', 'pruned', 'own', 'deep']);
    expect(plan(cases, {}, fakeSpecification).whole).toBe(true);
  });

  test('selects by suite, family, method, case and earlier failure; lists unite, options intersect', () => {
    expect(chosen({ suites: ['other'] })).toEqual(['relation']);
    expect(chosen({ families: ['wallet'] })).toEqual(['writes', 'secret']);
    expect(chosen({ methods: ['getthing'] })).toEqual(['reads', 'relation']);
    expect(chosen({ cases: ['fake/re*', 'fake/own'] })).toEqual(['reads', 'relation', 'own']);
    expect(chosen({ again: ['fake/writes'] })).toEqual(['writes']);
    expect(chosen({ methods: ['setthing'], suites: ['other'] })).toEqual(['relation']);
    expect(plan(cases, { suites: ['other'] }, fakeSpecification).whole).toBe(false);
  });

  test('a method selects the cases about it; those about none that call it are selected by their suite or id', () => {
    const all = [...cases, fakeCase('http', undefined, { suite: 'envelope', method: null, uses: ['getthing'] })];
    const planned = plan(all, { methods: ['getthing'] }, fakeSpecification);
    expect(planned.cases.map(({ id }) => id)).toEqual(['fake/reads', 'fake/relation']);
    expect(planned.aboutNone).toEqual({ count: 1, suites: ['envelope'] });
    for (const named of [{ suites: ['envelope'] }, { cases: ['fake/http'] }, { again: ['fake/http'] }]) {
      const { cases: selected, aboutNone } = plan(all, { methods: ['getthing'], ...named }, fakeSpecification);
      expect([selected.map(({ id }) => id), aboutNone]).toEqual([['fake/http'], undefined]);
    }
    expect(plan(all, {}, fakeSpecification).whole).toBe(true);
  });

  test('is not whole if cases are excluded', () => {
    expect(chosen({ excluded: ['fake/re*', 'fake/own'] })).toEqual(['writes', 'secret', 'pruned', 'deep']);
    expect(chosen({ cases: ['fake/re*'], excluded: ['fake/reads'] })).toEqual(['relation']);
    expect(plan(cases, { excluded: ['fake/own'] }, fakeSpecification).whole).toBe(false);
  });

  test('read-only leaves out cases with any effect but read', () => {
    expect(chosen({ readOnly: true })).toEqual(['reads', 'relation', 'pruned', 'deep']);
  });

  test('shards together have each case once', () => {
    const parts = [1, 2, 3, 4].map((index) => chosen({ shard: { index, total: 4 } }));
    expect(parts.flat().sort()).toEqual(chosen({}).sort());
    expect(parts.map((part) => part.length)).toEqual([2, 2, 2, 1]);
  });

  test('an unknown name is refused with similar names', () => {
    const selections: [Selection, string][] = [
      [{ methods: ['getthin'] }, '--method: there is no "getthin"; similar: getthing'],
      [{ suites: ['fak'] }, '--suite: there is no "fak"; similar: fake'],
      [{ families: ['walet'] }, '--family: there is no "walet"; similar: wallet'],
      [{ cases: ['fake/raeds'] }, '--case: there is no "fake/raeds"; similar: fake/reads'],
      [{ cases: ['nothing*'] }, '--case: there is no "nothing*"'],
      [{ excluded: ['fake/raeds'] }, '--exclude: there is no "fake/raeds"; similar: fake/reads'],
      [{ again: ['fake/gone'] }, '--failed: there is no "fake/gone"'],
      [{ methods: ['generatetoaddress'] }, '--method: there is no "generatetoaddress"'],
    ];
    for (const [selection, message] of selections) {
      expect(() => chosen(selection), message).toThrow(SelectionError);
      expect(() => chosen(selection)).toThrow(message);
    }
  });
});
