import { describe, expect, test } from 'vitest';
import { fakeCase } from '../../engine/testing/fakes.ts';
import { Attempt } from './attempt.ts';
import type { CleanCase } from './clean-case.ts';
import type { FaultTryResult } from './try-fault.ts';
import type { PlantedFault } from './types.ts';

const fault: PlantedFault = {
  id: 'answer/dropped/getthing#default:[].size',
  operator: 'answer/dropped',
  method: 'getblock',
  place: '[].size',
  covers: ['f:getthing#default:[].size'],
  sentence: { text: 'size: its size', source: 'document 2, Somewhere' },
  make: () => ({}),
};
const clean = (id: string, waived: Record<string, string> = {}): CleanCase => ({
  testCase: fakeCase(id),
  calls: new Map(),
  durationMs: 1,
  waived: new Map(Object.entries(waived)),
});
const passed = (waived: Record<string, string> = {}): FaultTryResult => ({ type: 'passed', waived: new Map(Object.entries(waived)) });
const found: FaultTryResult = {
  type: 'found',
  finding: { check: 'presence', evidence: 'document', source: 's', message: 'size is missing' },
};

/** The result after a verdict by each of these cases. */
function resultOf(...runs: readonly (readonly [CleanCase, FaultTryResult])[]): ReturnType<Attempt['result']> {
  const attempt = new Attempt(
    fault,
    runs.map(([cleanCase]) => cleanCase),
  );
  for (const [cleanCase, verdict] of runs) attempt.note(cleanCase, verdict, 1);
  return attempt.result(undefined);
}

describe('a fault of which a case finds only what the target file waives', () => {
  test('is out of scope by that rule, with the reason of the waiver', () => {
    expect(resultOf([clean('a'), passed()], [clean('b'), passed({ 'presence@[*].size': 'it is named vsize' })])).toMatchObject({
      status: 'missed',
      outOfScope: { rule: 'waived-difference', reason: 'it is named vsize' },
    });
  });

  test('is in scope if another case finds it', () => {
    const result = resultOf([clean('a'), passed({ 'presence@[*].size': 'it is named vsize' })], [clean('b'), found]);
    expect([result.status, result.outOfScope]).toEqual(['found', undefined]);
  });

  test.each([
    ['without the fault too', clean('a', { 'presence@[*].size': 'it is named vsize' }), 'presence@[*].size'],
    ['of another field', clean('a'), 'presence@[*].fee'],
  ])('is missed if that is found %s', (_what, cleanCase, key) => {
    const result = resultOf([cleanCase, passed({ [key]: 'known' })]);
    expect([result.status, result.outOfScope]).toEqual(['missed', undefined]);
  });
});
