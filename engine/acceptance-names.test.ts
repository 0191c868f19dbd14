import { expect, test } from 'vitest';
import { Specification } from '../specs/model/spec.ts';
import { specification } from '../specs/model/specification.ts';
import { unknownNames } from './acceptance-names.ts';
import type { What } from './difference.ts';

const rules = new Set(['getblock/tx-objects', 'chain-tip/hash', 'http/allow']);
const messageFor = (what: What): string | undefined =>
  unknownNames([{ what, why: 'so', file: 'acme.yaml', line: 7 }], specification, rules)[0]?.message;

test.each<[What, string]>([
  [{ method: 'getblok', check: 'type' }, 'a method that does not exist: getblok; similar: getblock, '],
  [
    { method: 'getblock', variant: 'verbosity=3', check: 'type' },
    'a variant of getblock that does not exist: verbosity=3; similar: verbosity=',
  ],
  [
    { method: 'getblock', variant: 'verbosity=2', path: 'tx[].sise', check: 'presence' },
    'a path in the result of getblock that does not exist: tx[].sise; similar: tx[].size, ',
  ],
  [
    { method: 'getblock', variant: 'verbosity=1', path: 'tx[].size', check: 'presence' },
    'a path in the result of getblock that does not exist',
  ],
  [{ method: 'getblock', check: 'presense' }, 'a check that does not exist: presense; similar: presence, '],
  [
    { method: 'getblock', check: 'equals', rule: 'getblock/tx-object' },
    'a rule that does not exist: getblock/tx-object; similar: getblock/tx-objects',
  ],
  [
    { method: 'verifychain', check: 'refusal', argument: 'checklevl' },
    'an argument of verifychain that does not exist: checklevl; similar: checklevel',
  ],
])('%j names %s', (what, message) => {
  expect(messageFor(what)).toContain(message);
});

test.each<What>([
  { method: 'getblock', variant: 'verbosity=2', path: 'tx[].size', check: 'presence' },
  { method: 'getrawmempool', path: '{}.size', check: 'type' },
  { method: 'getblock', path: 'anything', rule: 'getblock/tx-objects', check: 'equals' },
  { method: 'bumpfee', check: 'refused', argument: 'options.totalFee' },
  { method: 'bumpfee', check: 'refused', argument: '*' },
  { method: 'masternodelist', rule: 'http/allow', check: 'mode-status' },
  { method: 'getnothing', check: 'method-added' },
  { rule: 'http/allow', check: 'allow' },
])('%j names what exists', (what) => {
  expect(messageFor(what)).toBeUndefined();
});

test('each entry is a finding at its line', () => {
  const acceptances = [3, 5].map((line) => ({ what: { method: 'getblok', check: 'type' }, why: 'so', file: 'acme.yaml', line }));
  expect(unknownNames(acceptances, specification, undefined)).toMatchObject([
    { check: 'unknown-acceptance', evidence: 'baseline', source: 'acme.yaml:3' },
    { check: 'unknown-acceptance', evidence: 'baseline', source: 'acme.yaml:5' },
  ]);
});

test('in a run of another standard, entries for what only that of Pyx has are no mistakes', () => {
  const { spec, branded } = specification;
  const other = new Specification(
    { spec: { ...spec, methods: spec.methods.filter(({ id }) => id !== 'getblock') }, branded, validators: {} },
    {},
  );
  const unknownOf = (what: What): number => unknownNames([{ what, why: 'so', file: 'acme.yaml', line: 7 }], other, new Set()).length;
  expect(unknownOf({ method: 'getblock', variant: 'verbosity=2', path: 'tx[].size', check: 'presence' })).toBe(0);
  expect(unknownOf({ method: 'getblock', check: 'equals', rule: 'getblock/tx-objects' })).toBe(0);
  expect(unknownOf({ method: 'getblok', check: 'type' })).toBe(1);
  expect(unknownOf({ method: 'getblock', path: 'sise', check: 'presence' })).toBe(1);
});
