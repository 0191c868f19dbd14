import { expect, test } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import { parseScenario } from '../scenario/read-scenario.ts';
import { scenarioText } from './scenario-text.ts';
import { TrafficRecorder, type RecordedCall } from './traffic-recorder.ts';

const { spec } = specification;
const HASH = 'ab'.repeat(32);

function recorderOf(calls: readonly (Partial<RecordedCall> & { readonly id: string })[]): TrafficRecorder {
  const recorder = new TrafficRecorder(spec);
  calls.forEach(({ id, args = {}, inList = false, ...rest }, index) => {
    recorder.note({ atMs: 1_000 * index, ...rest, method: specification.method(id), args, inList });
  });
  return recorder;
}

const at = new Date('2026-11-27T00:00:00Z');
const textOf = (recorder: TrafficRecorder): string => scenarioText(recorder.recorded, { name: 'shop', at, connections: 3 });

test('calls are counted by their method and by what decides their cost; values of a client are nowhere', () => {
  const secret = 'a label of a client';
  const recorder = recorderOf([
    { id: 'getblock', args: { blockhash: HASH, verbosity: 2 } },
    { id: 'getblock', args: { blockhash: 'cd'.repeat(32), verbosity: 2 } },
    { id: 'getblock', args: { blockhash: HASH, verbosity: undefined } },
    { id: 'getnewaddress', args: { label: secret } },
    { id: 'listunspent', args: { minconf: 123456 } },
    { id: 'getblockcount' },
  ]);
  expect(recorder.recorded.kinds).toEqual([
    { method: 'getblock', args: { verbosity: 2 }, optional: [], count: 2 },
    { method: 'getblock', args: {}, optional: [], count: 1 },
    { method: 'getnewaddress', args: {}, optional: ['label'], count: 1 },
    { method: 'listunspent', args: {}, optional: ['minconf'], count: 1 },
    { method: 'getblockcount', args: {}, optional: [], count: 1 },
  ]);
  const text = textOf(recorder);
  for (const value of [secret, HASH, '123456']) expect(text).not.toContain(value);
});

test('the text is a scenario with these weights, at the rate of the calls', () => {
  const calls = Array.from({ length: 101 }, (_, index) => ({ id: index % 4 === 0 ? 'getblockcount' : 'getbalance', atMs: 10 * index }));
  const scenario = parseScenario(textOf(recorderOf(calls)), 'shop.yaml', specification);
  expect(scenario.mix.map(({ method, weight }) => [method, weight])).toEqual([
    ['getbalance', 75],
    ['getblockcount', 26],
  ]);
  expect(scenario.model).toMatchObject({ type: 'open', arrivals: 'constant', startRatePerS: 101 });
  expect(scenario.connections).toBe(3);
});

test('independent clients are told from a clock', () => {
  let atMs = 0;
  // Times between calls of an exponential distribution, by its quantiles in a fixed disorder.
  const calls = Array.from({ length: 997 }, (_, index) => {
    atMs += -100 * Math.log(1 - (((index * 389) % 997) + 0.5) / 997);
    return { id: 'getblockcount', atMs };
  });
  expect(recorderOf(calls).recorded.variation).toBeCloseTo(1, 1);
  expect(parseScenario(textOf(recorderOf(calls)), 'shop.yaml', specification).model).toMatchObject({ arrivals: 'poisson' });
});

test('what the load does not make is said, with its number', () => {
  const recorder = recorderOf([{ id: 'getblockcount' }, { id: 'stop' }, { id: 'stop' }, { id: 'getblockhash', inList: true }]);
  recorder.leaveOut('refused by the node');
  const text = textOf(recorder);
  expect(text).toContain('# Left out: 2 calls: stop ends or changes the process of the node.');
  expect(text).toContain('# Left out: 1 call: refused by the node.');
  expect(text).toContain('# 1 of the calls came in lists: the load sends each alone.');
  expect(recorder.recorded.kinds.map(({ method }) => method)).toEqual(['getblockcount', 'getblockhash']);
});

test('a day of traffic with new arguments each time is kept in bounds', () => {
  const recorder = new TrafficRecorder(spec);
  const method = specification.method('getblockhash');
  for (let call = 0; call < 100_000; call++) recorder.note({ method, args: { height: call }, atMs: call, inList: false });
  expect(recorder.recorded.kinds).toEqual([{ method: 'getblockhash', args: {}, optional: [], count: 100_000 }]);
});
