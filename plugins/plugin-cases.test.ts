import { expect, test } from 'vitest';
import type { Case } from '../engine/case.ts';
import { specification } from '../specs/model/specification.ts';
import { invariant } from '../suites/invariants/invariant.ts';
import { rule } from '../suites/rules/rule.ts';
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
])('a case with %j is refused', (wrong, problem) => {
  expect(() => casesOf([{ ...relation, ...wrong } as unknown as Case])).toThrow(problem);
});
