import { expect, test } from 'vitest';
import { fakeCase } from '../../engine/testing/fakes.ts';
import type { Case } from '../../engine/case.ts';
import { LikelyFinders } from './likely-finders.ts';
import type { CleanCase } from './clean-case.ts';
import type { ObservedCall, PlantedFault } from './types.ts';

type Calls = { readonly [method: string]: { readonly count: number; readonly variants?: readonly string[] } };

const call = (method: string): ObservedCall => ({
  id: method as PlantedFault['method'],
  params: [],
  wallet: undefined,
  reply: { type: 'result', result: null, durationMs: 1 },
  caseId: 'fake/case',
});

function clean(id: string, calls: Calls, durationMs = 1, more: Partial<Omit<Case, 'uses'>> & { uses?: readonly string[] } = {}): CleanCase {
  return {
    testCase: fakeCase(id, undefined, more),
    waived: new Map(),
    durationMs,
    calls: new Map(
      Object.entries(calls).map(([method, { count, variants = [] }]) => [
        method as PlantedFault['method'],
        { all: Array.from({ length: count }, () => call(method)), variants: new Set(variants) },
      ]),
    ),
  };
}

const fault = (method: string, more: Partial<PlantedFault> = {}): Pick<PlantedFault, 'method' | 'variant' | 'covers'> => ({
  method: method as PlantedFault['method'],
  covers: [],
  ...more,
});

const idsOf = (cases: readonly CleanCase[]): string[] => cases.map(({ testCase }) => testCase.id.replace('fake/', ''));

test('a case that makes no call of the method is no candidate', () => {
  const finders = new LikelyFinders([clean('a', { getthing: { count: 1 } }), clean('b', { setthing: { count: 3 } })]);
  expect(idsOf(finders.of(fault('setthing')))).toEqual(['b']);
  expect(finders.of(fault('keything'))).toEqual([]);
});

test('a fault of one variant needs a result of this variant', () => {
  const finders = new LikelyFinders([
    clean('a', { getthing: { count: 1, variants: ['verbose=true'] } }),
    clean('b', { getthing: { count: 1, variants: ['verbose=false'] } }),
    clean('refused', { getthing: { count: 1 } }),
  ]);
  expect(idsOf(finders.of(fault('getthing', { variant: 'verbose=false' })))).toEqual(['b']);
  expect(idsOf(finders.of(fault('getthing')))).toHaveLength(3);
});

test('probable finders come first, the quickest of them before the others', () => {
  const calls: Calls = { getthing: { count: 1 } };
  const finders = new LikelyFinders([
    clean('one call', calls),
    clean('many calls', { getthing: { count: 9 } }),
    clean('related', calls, 1, { uses: ['getthing'] }),
    clean('generated', calls, 1, { uses: ['getthing'], generated: true }),
    clean('slow', calls, 9, { method: 'getthing' }),
    clean('quick', calls, 2, { method: 'getthing' }),
    clean('judge', calls, 20, { judges: ['r:getthing/a'] }),
  ]);
  expect(idsOf(finders.of(fault('getthing', { covers: ['r:getthing/a'] })))).toEqual([
    'judge',
    'quick',
    'slow',
    'related',
    'many calls',
    'one call',
    'generated',
  ]);
});
