import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FaultResult } from '../../engine/selfcheck-results.ts';
import { specification } from '../../specs/model/specification.ts';
import { ExceptionsFileError, exceptionOf, exceptionsFile, readExceptions, staleExceptions } from './exceptions-file.ts';
import { faultsOf } from './faults.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-exceptions-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function written(text: string): string {
  const file = join(folder, 'exceptions.yaml');
  writeFileSync(file, text);
  return file;
}

const result = (id: string, status: FaultResult['status']): FaultResult => ({
  id,
  operator: 'answer/dropped',
  method: 'getblock',
  place: '',
  covers: [],
  sentence: { text: '', source: '' },
  status,
  passed: [],
  durationMs: 0,
});

describe('a list of exceptions', () => {
  test('has patterns with their reasons', () => {
    const exceptions = readExceptions(
      written('- { faults: "answer/*/getblock:time", reason: any time }\n- { faults: a, reason: b, seeds: some }'),
    );
    expect(exceptions).toEqual([
      { faults: 'answer/*/getblock:time', reason: 'any time' },
      { faults: 'a', reason: 'b', seeds: 'some' },
    ]);
    expect(exceptionOf(exceptions, 'answer/plus-one/getblock:time')).toBe('any time');
    expect(exceptionOf(exceptions, 'answer/plus-one/getblock:height')).toBeUndefined();
  });

  test('may be empty but for comments', () => {
    expect(readExceptions(written('# nothing\n'))).toEqual([]);
  });

  test.each([
    ['faults: a', 'expected a list'],
    ['- { faults: a }', 'entry 1 must have faults and a reason'],
    ['- { faults: a, reason: b, until: never }', 'entry 1 has until'],
    ['- { faults: a, reason: b, seeds: all }', 'entry 1 has seeds other than "some"'],
    ['- [', 'exceptions.yaml: '],
  ])('%s is refused', (text, message) => {
    expect(() => readExceptions(written(text))).toThrow(ExceptionsFileError);
    expect(() => readExceptions(written(text))).toThrow(message);
  });

  test('that comes with Pyx can be read, and every entry matches a fault that contradicts a sentence', () => {
    const inScope = faultsOf(specification, new Map()).filter(({ outOfScope }) => outOfScope === undefined);
    expect(
      staleExceptions(
        readExceptions(exceptionsFile()),
        inScope.map(({ id }) => id),
        [],
      ),
    ).toEqual([]);
  });
});

describe('an exception is stale', () => {
  const all = ['answer/dropped/getblock:a', 'answer/dropped/getblock:b'];

  test('if a fault of it is found', () => {
    const exceptions = [{ faults: 'answer/dropped/*', reason: 'r' }];
    expect(staleExceptions(exceptions, all, [result(all[0]!, 'found'), result(all[1]!, 'missed')])).toEqual([
      expect.stringContaining('remove answer/dropped/getblock:a'),
    ]);
    expect(staleExceptions(exceptions, all, [result(all[0]!, 'missed')])).toEqual([]);
  });

  test('if it matches no fault', () => {
    expect(staleExceptions([{ faults: 'answer/dropped/ping', reason: 'r' }], all, [])).toEqual([
      expect.stringContaining('matches no fault'),
    ]);
  });

  test('not if it is found with some seeds, and says so', () => {
    expect(staleExceptions([{ faults: all[0]!, reason: 'r', seeds: 'some' }], all, [result(all[0]!, 'found')])).toEqual([]);
  });
});
