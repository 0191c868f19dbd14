import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import { allCases } from '../catalog.ts';
import { unknownNames } from '../../engine/acceptance-names.ts';
import { couldMeet } from '../../engine/acceptance-record.ts';
import { OTHER_ANSWER } from '../../engine/checks.ts';
import { differenceText } from '../../engine/difference.ts';
import { rulesOf } from '../../engine/plan.ts';
import { KnownFileError, readKnownFile } from './known-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'pyx-known-'));
afterAll(() => rmSync(folder, { recursive: true }));

const known = (text: string): ReturnType<typeof readKnownFile> => {
  const file = join(folder, 'known.yaml');
  writeFileSync(file, text);
  return readKnownFile(file, '2026-11-20');
};

test('a known difference has cases and a reason, and may have a difference and seeds', () => {
  const full = { cases: 'b', difference: 'error -8 · *', reason: 'r', seeds: 'some' };
  expect(known(`- { cases: a, reason: r }\n- ${JSON.stringify(full)}`)).toEqual({ known: [{ cases: 'a', reason: 'r' }, full] });
});

test('a list of entries is read, and that of a target file', () => {
  const entry = '{ what: { method: getblock, check: other-answer, found: error -8 · error -1 }, why: so }';
  const whys = (text: string): unknown => known(text).listed?.all.map(({ why, line }) => [why, line]);
  expect(whys(`# two nodes\n- ${entry}\n`)).toEqual([['so', 2]]);
  expect(whys(`name: A\naccepted:\n  - ${entry}\n`)).toEqual([['so', 3]]);
});

test.each([
  ['cases: a', /expected a list/],
  ['- [', /known\.yaml: /],
  ['- { cases: a }', /entry 1 must have cases and a reason/],
  ['- { cases: a, reason: r }\n- { cases: b, reason: "" }', /entry 2 must have cases and a reason/],
  ['- { cases: a, reason: r, until: never }', /entry 1 has until/],
  ['- { cases: a, reason: r, difference: 5 }', /entry 1 has a difference/],
  ['- { cases: a, reason: r, seeds: all }', /entry 1 has seeds/],
])('%s is refused', (text, message) => {
  expect(() => known(text)).toThrow(KnownFileError);
  expect(() => known(text)).toThrow(message);
});

describe.each(readdirSync(join(import.meta.dirname, 'known')))('known/%s', (name) => {
  const entries = readKnownFile(join(import.meta.dirname, 'known', name), '2026-11-20').listed?.all ?? [];
  const cases = allCases(specification);

  test('names nothing that does not exist', () => {
    expect(entries.length).toBeGreaterThan(0);
    expect(unknownNames(entries, specification, rulesOf(cases))).toEqual([]);
  });

  test.each(entries.map((entry) => [differenceText(entry.what), entry] as const))(
    '%s: a case can meet it, and it names the answers',
    (_text, { what }) => {
      expect(cases.some((testCase) => couldMeet(what, testCase))).toBe(true);
      expect(what).toMatchObject({ check: OTHER_ANSWER, found: expect.any(String) as string });
    },
  );
});
