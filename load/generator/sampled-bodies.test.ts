import { expect, test } from 'vitest';
import { sampleCall } from '../testing/sample-calls.ts';
import { SampledBodies } from './sampled-bodies.ts';
import type { OutcomeClass, Sample } from './types.ts';

/** The numbers of the calls whose bodies are passed on. */
function passedOn(share: number, calls: readonly (readonly [Sample['call']['method'], OutcomeClass])[]): number[] {
  const passed: number[] = [];
  const bodies = new SampledBodies({ sampleBodies: share, onBody: ({ sentAtUs = -1 }) => passed.push(sentAtUs) });
  for (const [index, [method, kind]] of calls.entries())
    bodies.offer({ call: { ...sampleCall, method }, intendedAtUs: index, sentAtUs: index, endedAtUs: index, class: kind }, Buffer.alloc(0));
  return passed;
}

const results = (count: number): ['getblockcount', OutcomeClass][] => Array.from({ length: count }, () => ['getblockcount', 'result']);

test('the first results of each method are passed on, however small the share', () => {
  expect(passedOn(0.001, [...results(10), ['getblock', 'rpc-error'], ['getblock', 'result']])).toEqual([0, 1, 2, 11]);
});

test('then as many as make up the share', () => {
  expect(passedOn(0.1, results(100))).toHaveLength(10);
  expect(passedOn(1, results(20))).toHaveLength(20);
});

test('without a share none is passed on', () => {
  expect(passedOn(0, results(20))).toEqual([]);
});
