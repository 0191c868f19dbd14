import { expect, test } from 'vitest';
import type { Case } from '../engine/case.ts';
import { specification } from '../specs/model/specification.ts';
import { invariant } from '../suites/invariants/invariant.ts';
import { rule } from '../suites/rules/rule.ts';
import type { StateModel } from '../suites/states/support/state-model.ts';
import type { Subject } from '../suites/states/support/subject.ts';
import type { Limit } from '../specs/model/types.ts';
import type { Plugin } from './plugin.ts';
import { pluginCases } from './plugin-cases.ts';

const run = async (): Promise<void> => undefined;
const relation = invariant({
  id: 'chain/tip',
  text: 'A relation.',
  methods: ['getblockcount'],
  effect: ['read'],
  evidence: 'standard',
  source: 'arithmetic',
  run,
});
const sentence = rule({ rule: 'getblock/confirmations', effect: ['read'], run });
const [LIMIT] = specification.spec.limits.filter(({ appliesTo }) => appliesTo.length > 0) as [Limit];
const model: StateModel<object, Subject, undefined, string, string> = {
  id: 'locks',
  text: 'An output is locked until it is unlocked.',
  rows: ['lock-output', 'getblock/confirmations'],
  methods: ['lockunspent'],
  effect: ['wallet'],
  commands: [],
  tour: [],
  prepare: async () => undefined,
  begin: async (t) => ({ model: {}, real: { t } }),
};
const casesOf = (cases: Plugin['cases']): readonly Case[] => pluginCases({ name: 'acme', ...(cases && { cases }) }, specification);

test('ids begin with the name of the plug-in, and so does a relation, which is none of Pyx; a sentence stays one of the standard', () => {
  const [first, second] = casesOf([relation, sentence]);
  expect(first).toMatchObject({ id: 'acme/invariants/chain/tip', suite: 'acme', about: { rule: 'acme/chain/tip' }, run });
  expect(second).toMatchObject({
    id: 'acme/rules/getblock/confirmations',
    suite: 'acme',
    about: { rule: 'getblock/confirmations' },
    judges: sentence.judges,
  });
});

test('a function makes them for the standard of the run', () => {
  const made = casesOf((standard) => [standard.rule({ rule: 'getblock/confirmations', effect: ['read'], run })]);
  expect(made).toEqual(casesOf([sentence]));
  expect(() => casesOf(({ rule: ruleOf }) => [ruleOf({ rule: 'getblock/none', effect: ['read'], run })])).toThrow(
    'the plug-in acme: its cases cannot be made: no rule getblock/none in the specification',
  );
  expect(() => casesOf((() => undefined) as unknown as Plugin['cases'])).toThrow('the plug-in acme: cases returned no list');
});

test('a row and a state model are cases of the standard of the run, as much of the model is tried as is asked for', () => {
  const [limit, locks] = pluginCases(
    {
      name: 'acme',
      cases: (standard) => [standard.row({ table: 'limits', row: LIMIT.id, effect: ['read'], run }), standard.modelCase(model)],
    },
    specification,
    { models: { runs: 50, commands: 12 } },
  );
  expect(limit).toMatchObject({
    id: `acme/rules/limits/${LIMIT.id}`,
    suite: 'acme',
    judges: [`l:${LIMIT.id}`],
    about: { rule: `acme/${LIMIT.id}` },
  });
  expect(locks).toMatchObject({
    id: 'acme/states/locks',
    suite: 'acme',
    method: 'lockunspent',
    kind: 'model',
    judges: ['s:lock-output', 'r:lockunspent/lock', 'r:getblock/confirmations'],
    judgesByReach: true,
    settings: ['--runs', '50'],
  });
});

test.each<[Record<string, unknown>, string]>([
  [{ rows: undefined }, 'the model locks cannot be used: rows is not a list'],
  [{ tour: undefined }, 'the model locks cannot be used: tour is not a list'],
  [{ begin: undefined }, 'the model locks cannot be used: begin is not a function'],
  [{ rows: [] }, 'a model must name at least one row or rule that it judges'],
  [{ rows: ['getblock/none'] }, 'no rule and no row of states getblock/none in the specification'],
  [{ methods: ['getblocks'] }, 'no method getblocks in the specification'],
])('a model with %j is refused', (wrong, problem) => {
  expect(() => casesOf((standard) => [standard.modelCase({ ...model, ...wrong } as typeof model)])).toThrow(
    `the plug-in acme: its cases cannot be made: ${problem}`,
  );
});

test('two cases with one id are refused', () => {
  expect(() => casesOf([relation, relation])).toThrow('the plug-in acme: the plug-in has two cases invariants/chain/tip');
});

test.each<[Record<string, unknown>, string]>([
  [{ id: 'a b' }, 'its id is not a text without spaces and *'],
  [{ title: '' }, 'it has no title'],
  [{ run: 'yes' }, 'run is not a function'],
  [{ effect: ['reads'] }, 'effect is not a list of some of read, write, wallet, chain, network, process, secret'],
  [{ profile: 'mine' }, 'its profile is none of default'],
  [{ evidence: 'observation' }, 'evidence is neither document nor standard'],
  [{ source: undefined }, 'it has no source'],
  [{ uses: ['getblockcout'] }, 'the standard has no method getblockcout; similar: getblockcount'],
  [{ method: 'nothing' }, 'the standard has no method nothing'],
  [
    { judges: ['r:getblock/confirmation'] },
    'the standard has no sentence or row r:getblock/confirmation; similar: r:getblock/confirmations',
  ],
  [{ judges: ['getblock/confirmations'] }, 'the standard has no sentence or row getblock/confirmations; similar: r:getblock/confirmations'],
])('a case with %j is refused', (wrong, problem) => {
  expect(() => casesOf([{ ...relation, ...wrong } as unknown as Case])).toThrow(problem);
});
