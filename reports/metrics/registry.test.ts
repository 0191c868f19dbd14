import { expect, test } from 'vitest';
import { Distribution, Registry } from './registry.ts';

test('a distribution counts each value in the range whose upper end it does not exceed', () => {
  const distribution = new Distribution([1, 2.5, 10]);
  for (const value of [0, 1, 1.0001, 2.5, 9, 10, 10.5, 400]) distribution.observe(value);
  expect(distribution).toMatchObject({ counts: [2, 2, 2, 2], count: 8 });
  expect(distribution.sum).toBeCloseTo(434.0001, 9);
});

test('an instrument without labels is 0 from the beginning, one with labels has no series', () => {
  const registry = new Registry();
  registry.counter({ name: 'a', help: '', unit: '{a}', labels: [] });
  registry.counter({ name: 'b', help: '', unit: '{b}', labels: ['x'] });
  expect(registry.read().map((instrument) => instrument.series().map(({ value }) => value))).toEqual([[{ value: 0 }], []]);
});

test('labels are told apart, and the same labels have the same value', () => {
  const counter = new Registry().counter({ name: 'a', help: '', unit: '{a}', labels: ['x', 'y'] });
  counter.at({ x: '1', y: '2' }).add(1);
  counter.at({ x: '12', y: '' }).add(5);
  counter.at({ y: '2', x: '1' }).add(1);
  expect(counter.series()).toEqual([
    { labels: { x: '1', y: '2' }, value: { value: 2 } },
    { labels: { x: '12', y: '' }, value: { value: 5 } },
  ]);
});

test('the number of series is bounded: what is beyond is counted as one', () => {
  const counter = new Registry().counter({ name: 'a', help: '', unit: '{a}', labels: ['x'] });
  for (let index = 0; index < 2_000; index++) counter.at({ x: String(index) }).add(1);
  const series = counter.series();
  expect(series).toHaveLength(501);
  expect(series.at(-1)).toEqual({ labels: { x: 'other' }, value: { value: 1_500 } });
});

test('what observes is asked before each reading', () => {
  const registry = new Registry();
  const gauge = registry.gauge({ name: 'a', help: '', unit: '{a}', labels: [] });
  registry.onRead(() => gauge.at({}).add(1));
  registry.read();
  expect(registry.read()[0]?.series()).toEqual([{ labels: {}, value: { value: 2 } }]);
});
