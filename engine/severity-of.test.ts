import { expect, test } from 'vitest';
import { isAtLeast, mostSerious } from './severity.ts';
import { severityOf } from './severity-of.ts';
import type { Finding } from './outcome.ts';

const finding = (part: Partial<Finding>): Finding => ({
  check: 'holds',
  evidence: 'document',
  source: 'document 2, x',
  message: 'm',
  ...part,
});

test.each([
  ['the node died', 'methods', { check: 'died', evidence: 'health', source: 'the process' }, 'breaking'],
  ['a method is missing', 'methods', { check: 'missing-method' }, 'breaking'],
  ['a documented call is refused', 'rules', { check: 'refused' }, 'breaking'],
  ['an answer is not JSON', 'methods', { check: 'invalid-json', evidence: 'standard', source: 'RFC 8259, section 2' }, 'breaking'],
  ['a field is missing', 'methods', { check: 'presence', path: 'tx[0].fee' }, 'breaking'],
  ['a field has another type', 'methods', { check: 'type' }, 'breaking'],
  ['a txid is wrong', 'invariants', { check: 'equals', evidence: 'standard', source: 'BIP 141' }, 'breaking'],
  [
    'an id is wrong',
    'envelope',
    { check: 'foreign-id', evidence: 'standard', source: 'JSON-RPC 1.0 specification, section 1.2' },
    'breaking',
  ],
  ['the service is open', 'envelope', { check: 'let-in' }, 'breaking'],
  ['invalid input is accepted', 'methods', { check: 'refusal' }, 'minor'],
  ['a value has another form', 'methods', { check: 'value' }, 'minor'],
  ['an accepted observation changed', 'methods', { check: 'near-miss', evidence: 'baseline' }, 'minor'],
  ['a waiver is stale', 'target-file', { check: 'stale-waiver', evidence: 'baseline' }, 'minor'],
  ['JSON in an unusual form', 'envelope', { evidence: 'standard', source: 'RFC 8259, section 7' }, 'minor'],
  ['an HTTP field is missing', 'envelope', { check: 'allow', evidence: 'standard', source: 'RFC 9110, section 15.5.6' }, 'pedantic'],
  ['GET calls a method', 'envelope', { check: 'verb' }, 'pedantic'],
  ['the node died of an HTTP request', 'envelope', { check: 'died', evidence: 'health', source: 'RFC 9112' }, 'breaking'],
  [
    'an answer of a method is cut short',
    'methods',
    { check: 'truncated', evidence: 'standard', source: 'RFC 9112, section 8' },
    'breaking',
  ],
] as const)('%s, in the suite %s: %o is %s', (_, suite, part, expected) => {
  expect(severityOf({ suite }, finding(part))).toBe(expected);
});

test('a run fails from a severity on', () => {
  expect(isAtLeast('breaking', 'minor')).toBe(true);
  expect(isAtLeast('minor', 'minor')).toBe(true);
  expect(isAtLeast('pedantic', 'minor')).toBe(false);
  expect(mostSerious(['pedantic', 'breaking', 'minor'])).toBe('breaking');
  expect(mostSerious([])).toBeUndefined();
});
