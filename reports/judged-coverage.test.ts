import { expect, test } from 'vitest';
import type { FaultResult, SelfcheckResults } from '../engine/selfcheck-results.ts';
import { dimensions, universeOf } from '../engine/coverage.ts';
import { specification } from '../specs/model/specification.ts';
import { judgedCoverage, selfcheckOf } from './judged-coverage.ts';
import { judgedOf, releasedJudged, type Judged } from './selfcheck/judged.ts';
import { universe } from './testing/sample-journal.ts';
import { goodSelfcheck, sampleFault } from './selfcheck/testing/sample-selfcheck-results.ts';

const all = new Set([...universe.params, ...universe.enumValues, ...universe.resultFields, ...universe.rules]);
const fault = (covers: string[], more: Partial<FaultResult> = {}): FaultResult => sampleFault(covers.join(), { covers, ...more });
const selfcheck = (faults: FaultResult[], more: Partial<SelfcheckResults> = {}): Judged =>
  judgedOf({ ...goodSelfcheck, faults, rules: [], ...more });

/** A fault of each item but the rule, which has a result of its own. */
const everything = selfcheck([fault([...universe.params, ...universe.enumValues, ...universe.resultFields])], {
  rules: [{ id: 'r:getblock/confirmations', status: 'judged' }],
});

test('counts parameters, enum values, fields and rules that are covered, and names those that are not judged', () => {
  expect(judgedCoverage(universe, all, everything)).toEqual({
    covered: 6,
    total: 6,
    missing: [],
    untestable: [],
    by: { target: 'embedded', seed: 42, whole: true },
  });
  const missed = selfcheck([fault(['e:getblock.verbosity=0'], { status: 'missed' }), fault(universe.params as string[])], {
    rules: [{ id: 'r:getblock/confirmations', status: 'not-judged' }],
  });
  expect(judgedCoverage(universe, all, missed)).toMatchObject({
    covered: 2,
    total: 4,
    missing: ['getblock.verbosity=0', 'getblock/confirmations'],
    // A whole selfcheck has no fault for these.
    untestable: [
      { id: 'getblock.verbosity=1', reason: 'no fault alters it' },
      { id: 'getblock#verbosity=1:tx', reason: 'no fault alters it' },
    ],
  });
});

test('leaves out what the run does not cover', () => {
  const hits = new Set(['p:getblock.verbosity:given', 'e:getblock.verbosity=1', 'r:getblock/never']);
  expect(judgedCoverage(universe, hits, everything)).toMatchObject({ covered: 1, total: 1, missing: [] });
});

test('a parameter is judged only if it is judged given and omitted', () => {
  const half = selfcheck([fault(['p:getblock.verbosity:given']), fault(['p:getblock.verbosity:omitted'], { status: 'missed' })]);
  const hits = new Set(['p:getblock.verbosity:given', 'p:getblock.verbosity:omitted']);
  expect(judgedCoverage(universe, hits, half)).toMatchObject({ covered: 0, missing: ['getblock.verbosity'] });
  const free = { rule: 'node-decides-default', reason: 'the wallet decides' };
  const given = selfcheck([
    fault(['p:getblock.verbosity:given']),
    fault(['p:getblock.verbosity:omitted'], { status: 'untried', outOfScope: free }),
  ]);
  expect(judgedCoverage(universe, hits, given)).toMatchObject({ covered: 1, missing: [], untestable: [] });
});

test('what has only faults that contradict no sentence is untestable, with the reason', () => {
  const free = { rule: 'unstated-value', reason: 'any value will do' };
  const outside = selfcheck([fault(['f:getblock#verbosity=1:tx'], { status: 'untried', outOfScope: free })]);
  expect(judgedCoverage(universe, new Set(universe.resultFields), outside)).toMatchObject({
    total: 0,
    untestable: [{ id: 'getblock#verbosity=1:tx', reason: 'any value will do' }],
  });
});

test('after a part of a selfcheck, what was not tried is not judged', () => {
  const part = selfcheck([], { selection: { sample: 3 } });
  const coverage = judgedCoverage(universe, new Set(universe.resultFields), part);
  expect(coverage).toMatchObject({ covered: 0, missing: ['getblock#verbosity=1:tx'], by: { whole: false } });
  expect(selfcheckOf(coverage.by)).toBe('a part of a selfcheck of embedded, seed 42');
  expect(judgedCoverage(universe, all, { ...everything, whole: false }).by.whole).toBe(false);
});

test('the selfcheck of the release was a whole one, of rules that the standard has', () => {
  const { judged, notJudged, notReached, whole } = releasedJudged();
  expect(whole).toBe(true);
  const known = universeOf(specification, new Map());
  const ids = new Set(dimensions.flatMap((dimension) => known[dimension]));
  expect([...judged, ...notJudged, ...notReached].filter((id) => id.startsWith('r:') && !ids.has(id))).toEqual([]);
  expect(judged.length).toBeGreaterThan(1_500);
});
