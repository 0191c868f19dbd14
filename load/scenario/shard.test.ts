import { expect, test } from 'vitest';
import { sampleScenario } from '../k6/testing/sample-k6-load.ts';
import { shardOf } from './shard.ts';

test('all shards together have the connections and the rate of the whole', () => {
  const shards = [1, 2, 3].map((index) => shardOf({ ...sampleScenario, connections: 8 }, { index, total: 3 }));
  expect(shards.map(({ connections }) => connections)).toEqual([3, 3, 2]);
  for (const { model } of shards) expect(model).toMatchObject({ startRatePerS: 12.5 / 3, stages: [{ ratePerS: 12.5 / 3 }] });
});

test('the closed model is divided by its connections', () => {
  expect(shardOf({ ...sampleScenario, model: { type: 'closed' } }, { index: 2, total: 4 })).toMatchObject({
    connections: 1,
    model: { type: 'closed' },
  });
});

test('more shards than connections are refused', () => {
  expect(() => shardOf(sampleScenario, { index: 1, total: 5 })).toThrow(
    '4 connections cannot be divided among 5 shards; give more --connections',
  );
});
