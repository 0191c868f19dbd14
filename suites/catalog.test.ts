import { expect, test } from 'vitest';
import { specification } from '../specs/model/specification.ts';
import { allCases } from './catalog.ts';

const cases = allCases(specification);

test('each case outside of the generated ones names the sentence or relation that it judges', () => {
  expect(cases.filter(({ generated, about }) => generated !== true && about?.rule === undefined).map(({ id }) => id)).toEqual([]);
});

test('one sentence is that of one suite and one method, or else of one row', () => {
  const subjects = new Map<string, Set<string>>();
  for (const { suite, method, about, kind } of cases) {
    if (about?.rule === undefined) continue;
    const known = subjects.get(about.rule) ?? new Set();
    // A row of a table may have a case for each of its methods.
    subjects.set(about.rule, known.add(kind === 'rule' || suite !== 'rules' ? `${suite} ${method}` : suite));
  }
  expect([...subjects].filter(([, of]) => of.size > 1)).toEqual([]);
});

test('generated cases of one method differ in what they are about, unless they try the same', () => {
  const byAbout = new Map<string, string[]>();
  for (const { id, method, about, generated } of cases) {
    if (generated !== true) continue;
    const [, , kind = '', call = ''] = id.split('/');
    const key = JSON.stringify([method, about, isPositive(kind)]);
    byAbout.set(key, [...(byAbout.get(key) ?? []), `${kind}/${call}`]);
  }
  const alike = [...byAbout.values()].filter((ids) => ids.length > 1);
  expect(alike.filter((ids) => !tryTheSame(ids))).toEqual([]);
});

const isPositive = (kind: string): boolean => !['missing', 'near-miss', 'outside', 'wrong-type', 'too-many'].includes(kind);

/** One gives an argument and one compares it with its default; a listed value may be a limit too; an unknown member is made in two ways. */
function tryTheSame(ids: readonly string[]): boolean {
  if (ids.every((id) => id.endsWith(':unknown-member'))) return true;
  const kinds = ids.map((id) => id.split('/', 1)[0] ?? '');
  return new Set(kinds).size === kinds.length && kinds.every(isPositive);
}
