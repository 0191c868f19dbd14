import { expect, test } from 'vitest';
import { specification } from '../specs/model/specification.ts';
import type { ValidationProblem } from '../specs/model/problems.ts';
import { AcceptedResults } from './accepted-results.ts';
import { parseTargetFile } from './target-file.ts';

const resultsOf = (yaml: string): AcceptedResults =>
  new AcceptedResults(parseTargetFile(`name: x\n${yaml}`, 'x.yaml'), specification, '2026-11-20');
const problem = (path: string, keys: readonly string[]): ValidationProblem => ({ check: 'type', path, keys, message: 'm' });
const info = { labels: [{ name: 1 }, 'a', 'b', 'c'], label: 7 };
const asked = { method: 'getaddressinfo', params: ['x'] };

test('an entry accepts its path whatever the index, its type, and no other method', () => {
  const results = resultsOf('accepted: [{ what: { method: getaddressinfo, path: "labels[]", check: type, found: string }, why: names }]');
  const accepts = (at: number, method = 'getaddressinfo'): boolean =>
    results.accepts({ ...asked, method }, problem(`labels[${at}]`, ['labels', String(at)]), info);
  expect([accepts(1), accepts(3)]).toEqual([true, true]);
  expect(accepts(0)).toBe(false); // an object
  expect(accepts(1, 'getwalletinfo')).toBe(false);
  expect([...results.met.values()]).toEqual([2]);
});

test.each([
  ['getaddressinfo', 'labels[0]', 'labels[0]', true],
  ['getaddressinfo', 'labels[3]', 'labels[0]', true],
  ['getaddressinfo', 'label', 'labels[0]', false],
  ['getblock', 'labels[0]', 'labels[0]', false],
])('a waiver of a rule of getaddressinfo applies to %s, at %s as at %s: %j', (method, path, waived, applies) => {
  const results = resultsOf(`waivers:\n  - { cases: rules/getaddressinfo/labels-purpose, path: "${waived}", reason: none }\n`);
  expect(results.accepts({ ...asked, method }, problem(path, []), info)).toBe(applies);
});
