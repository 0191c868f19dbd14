import { expect, test } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import { withOverrides } from '../scenario/override.ts';
import { scenarioOfMethod } from '../scenario/read-scenario.ts';
import { latencyOf, sampleLoadResults } from '../testing/sample-load-results.ts';
import { inSlices, ofSlices, sliceMsFor } from './slices.ts';

const scenario = withOverrides(scenarioOfMethod('getblockcount', specification), { durationMs: 2_500, ratePerS: 40 });

test('the slices of a scenario are of equal duration and make up the whole', () => {
  expect(inSlices(scenario, 500).map(({ durationMs }) => durationMs)).toEqual([500, 500, 500, 500, 500]);
  expect(inSlices(scenario, 600).map(({ durationMs }) => durationMs)).toEqual([625, 625, 625, 625]);
  expect(inSlices({ ...scenario, durationMs: 100 }, 1_000).map(({ durationMs }) => durationMs)).toEqual([100]);
});

test('a scenario whose rate changes stays whole, as its ramp would start again', () => {
  const ramp = { type: 'open', arrivals: 'constant', startRatePerS: 10, stages: [{ durationMs: 2_500, ratePerS: 90 }] } as const;
  expect(inSlices({ ...scenario, model: ramp }, 500)).toHaveLength(1);
});

test('slices are measured as one: calls of all, and seconds made of the slices within them', () => {
  const slice = (us: number) => sampleLoadResults([us, us], { durationMs: 500, rate: { targetPerS: null, resultsPerS: 4 } });
  const all = ofSlices([slice(1_000), slice(2_000), slice(3_000)], { ...scenario, durationMs: 1_500 });
  expect(all.repeats).toBeUndefined();
  expect(all).toMatchObject({ durationMs: 1_500, rate: { resultsPerS: 4 }, totals: { results: 6 }, scenario: { durationMs: 1_500 } });
  expect(all.latency).toEqual(latencyOf([1_000, 1_000, 2_000, 2_000, 3_000, 3_000]));
  expect(all.seconds.map(({ second, results }) => [second, results])).toEqual([
    [0, 4],
    [1, 2],
  ]);
});

test('a second of slices of other lengths says how much of it was measured', () => {
  const slice = { ...sampleLoadResults([1_000]), durationMs: 625 };
  const [second] = slice.seconds;
  const parts = [slice, slice, slice, slice].map((part) => ({ ...part, seconds: [{ ...second!, measuredMs: 625 }] }));
  const all = ofSlices(parts as unknown as [typeof slice], { ...scenario, durationMs: 2_500 });
  expect(all.seconds.map(({ measuredMs, results }) => [measuredMs, results])).toEqual([
    [1_250, 2],
    [1_250, 2],
  ]);
});

test('slices are long compared with the calls, and whole where nothing is known of them', () => {
  expect([sliceMsFor(200), sliceMsFor(20_000), sliceMsFor(Infinity)]).toEqual([500, 2_000, Infinity]);
  expect(inSlices(scenario, Infinity)).toHaveLength(1);
});
