import { expect, test } from 'vitest';
import { specification } from '../specs/model/specification.ts';
import { allCases } from './catalog.ts';
import { byWorth } from '../engine/worth.ts';

const cases = allCases(specification);
const [basic = [], calling = [], judging = [], others = []] = byWorth(cases);

test('no case is lost, and none is in two parts', () => {
  const ids = [...basic, ...calling, ...judging, ...others].map(({ id }) => id);
  expect(new Set(ids).size).toBe(cases.length);
  expect(ids).toHaveLength(cases.length);
});

test('first come the cases without which the others may not be run', () => {
  expect(basic.map(({ id }) => id)).toEqual(['invariants/blocks/added', 'invariants/wallet-first/payment']);
});

test('then each method is called once as the documents describe it', () => {
  const called = calling.map(({ method }) => method);
  expect(new Set(called)).toEqual(new Set(specification.documented.map(({ id }) => id)));
  expect(called).toHaveLength(specification.documented.length);
  expect(calling.filter(({ checksResult, kind }) => checksResult !== true && kind !== 'required-only')).toEqual([]);
});

test('then each sentence is judged by its first case; the others judge none that is new', () => {
  const judged = new Set([...calling, ...judging].flatMap(({ judges }) => judges));
  expect(judged).toEqual(new Set(cases.flatMap(({ judges }) => judges)));
  const before = new Set<string>();
  for (const { id, judges } of cases.filter((testCase) => judging.includes(testCase))) {
    expect(
      judges.some((sentence) => !before.has(sentence)),
      id,
    ).toBe(true);
    for (const sentence of judges) before.add(sentence);
  }
});
