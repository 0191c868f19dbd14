import { expect, test } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import { meanRatePerS } from '../scenario/arrivals.ts';
import { parseScenario } from '../scenario/read-scenario.ts';
import type { Scenario } from '../scenario/types.ts';
import { recordedNotes, scenarioText, type RecordedScenario } from './scenario-text.ts';
import { TrafficRecorder, type RecordedCall } from './traffic-recorder.ts';

const { spec } = specification;
const HASH = 'ab'.repeat(32);

type Given = Partial<Omit<RecordedCall, 'method'>> & { readonly id: string };

const asCall = ({ id, args = {}, inList = false, client = 'a', ...rest }: Given, index: number): RecordedCall => ({
  atMs: 1_000 * index,
  wallet: undefined,
  ...rest,
  args,
  inList,
  client,
  method: specification.method(id),
});

function recorderOf(calls: readonly Given[]): TrafficRecorder {
  const recorder = new TrafficRecorder(spec);
  for (const call of calls.map(asCall)) recorder.note(call);
  return recorder;
}

const at = new Date('2026-11-27T00:00:00Z');
const textOf = (recorder: TrafficRecorder, more: Partial<RecordedScenario> = {}): string =>
  scenarioText(recorder.recorded, { name: 'shop', at, connections: 3, opened: 3, ...more });
const scenarioOf = (calls: readonly Given[], more: Partial<RecordedScenario> = {}): Scenario =>
  parseScenario(textOf(recorderOf(calls), more), 'shop.yaml', specification);

test('calls are counted by their method and by what decides their cost; values of a client are nowhere', () => {
  const secret = 'a label of a client';
  const recorder = recorderOf([
    { id: 'getblock', args: { blockhash: HASH, verbosity: 2 } },
    { id: 'getblock', args: { blockhash: 'cd'.repeat(32), verbosity: 2 } },
    { id: 'getblock', args: { blockhash: HASH, verbosity: undefined } },
    { id: 'getnewaddress', args: { label: secret, address_type: 'bech32' } },
    { id: 'listunspent', args: { minconf: 123456, addresses: [secret] } },
    { id: 'getblockstats', args: { hash_or_height: HASH, stats: ['height', 'txs'] } },
    { id: 'sendmany', args: { dummy: '', amounts: { [secret]: 123456 }, subtractfeefrom: [secret] } },
    { id: 'getblockcount' },
  ]);
  expect(recorder.recorded.kinds).toEqual([
    { method: 'getblock', args: { verbosity: 2 }, optional: [], count: 2 },
    { method: 'getblock', args: {}, optional: [], count: 1 },
    { method: 'getnewaddress', args: { address_type: 'bech32' }, optional: ['label'], count: 1 },
    { method: 'listunspent', args: {}, optional: ['minconf', 'addresses'], count: 1 },
    { method: 'getblockstats', args: { stats: ['height', 'txs'] }, optional: [], count: 1 },
    expect.objectContaining({ method: 'sendmany', optional: ['subtractfeefrom'], count: 1 }),
    { method: 'getblockcount', args: {}, optional: [], count: 1 },
  ]);
  const text = textOf(recorder);
  for (const value of [secret, HASH, '123456']) expect(text).not.toContain(value);
});

test('the text is a scenario with these weights, at the rate of the calls', () => {
  const calls = Array.from({ length: 101 }, (_, index) => ({ id: index % 4 === 0 ? 'getblockcount' : 'getbalance', atMs: 10 * index }));
  const scenario = scenarioOf(calls);
  expect(scenario.mix.map(({ method, weight }) => [method, weight])).toEqual([
    ['getbalance', 75],
    ['getblockcount', 26],
  ]);
  expect(scenario.model).toMatchObject({ type: 'open', arrivals: 'constant', startRatePerS: 101 });
  expect(scenario).toMatchObject({ connections: 3, keepAlive: true, durationMs: 10_000 });
});

/** Times between calls of an exponential distribution, by its quantiles in a fixed disorder. */
function independent(count: number, everyMs: number): { id: string; atMs: number }[] {
  let atMs = 0;
  return Array.from({ length: count }, (_, index) => {
    atMs += -everyMs * Math.log(1 - (((index * 389) % count) + 0.5) / count);
    return { id: 'getblockcount', atMs };
  });
}

test('independent clients are told from a clock, and from bursts', () => {
  const calls = independent(997, 100);
  expect(recorderOf(calls).recorded.profile.variation).toBeCloseTo(1, 1);
  expect(scenarioOf(calls).model).toMatchObject({ arrivals: 'poisson' });
  expect(textOf(recorderOf(calls))).not.toContain('bursts');
  const bursts = Array.from({ length: 500 }, (_, index) => ({ id: 'getblockcount', atMs: Math.floor(index / 50) * 5_000 + (index % 50) }));
  expect(textOf(recorderOf(bursts))).toContain('# Calls came in bursts (the times between them vary');
});

test('a rate that changes is kept as stages, in the time of a load', () => {
  const slow = Array.from({ length: 600 }, (_, index) => ({ id: 'getblockcount', atMs: 100 * index }));
  const quick = Array.from({ length: 6_000 }, (_, index) => ({ id: 'getblockcount', atMs: 60_000 + 10 * index }));
  const { model, durationMs } = scenarioOf([...slow, ...quick]);
  if (model.type !== 'open') throw new Error('the model is closed');
  expect(durationMs).toBeGreaterThan(59_000);
  expect(durationMs).toBeLessThan(61_000);
  expect(model.stages[1]?.ratePerS).toBeCloseTo(10, 0);
  expect(model.stages.at(-1)?.ratePerS).toBeCloseTo(100, 0);
  expect(meanRatePerS(model)).toBeCloseTo(55, -1);
  // Independent calls of one rate are no stages.
  expect(scenarioOf(independent(997, 20)).model).toMatchObject({ stages: [{}] });
});

test('clients that do not keep their connections are told from those that do', () => {
  const calls = Array.from({ length: 50 }, (_, index) => ({ id: 'getblockcount', atMs: 10 * index }));
  expect(scenarioOf(calls, { opened: 50, connections: 1 })).toMatchObject({ keepAlive: false, connections: 1 });
  expect(scenarioOf(calls, { opened: 20 }).keepAlive).toBe(true);
});

test('lists and wallets are told, with their sizes', () => {
  const listed = (client: string, atMs: number, count: number): Given[] =>
    Array.from({ length: count }, () => ({ id: 'getblockcount', client, atMs, inList: true }));
  const recorder = recorderOf([
    ...listed('a', 0, 2),
    ...listed('b', 0, 5),
    { id: 'getbalance', wallet: 'one', atMs: 5 },
    ...listed('b', 9, 2),
    { id: 'getbalance', wallet: 'two', atMs: 10 },
  ]);
  expect(recorder.recorded.lists).toEqual({ lists: 3, calls: 9, longest: 5 });
  const text = textOf(recorder);
  expect(text).toContain('# 9 calls came in 3 lists of up to 5, 3.0 on average: the load sends each alone.');
  expect(recordedNotes(recorder.recorded)).toEqual([
    'recorded: 9 calls came in 3 lists of up to 5, 3.0 on average: the load sends each alone',
  ]);
  expect(text).toContain('# Calls were made to 2 wallets: the load has one.');
  expect(text).not.toContain('one\n');
});

test('what the load does not make is said, with its number and share', () => {
  const recorder = recorderOf([{ id: 'getblockcount' }, { id: 'stop' }, { id: 'stop' }, { id: 'setban' }, { id: 'generatetoaddress' }]);
  recorder.leaveOut('refused by the node');
  expect(recorderOf([{ id: 'unloadwallet' }]).recorded).toMatchObject({
    kinds: [],
    calls: 0,
    leftOut: new Map([[expect.stringContaining('closes'), 1]]),
  });
  const text = textOf(recorder);
  expect(text).toContain('# Left out: 2 calls, 33.3 % of all: stop ends or changes the process of the node.');
  expect(text).toContain('# Left out: 1 call, 16.7 % of all: setban changes with whom the node speaks, or what it tells them.');
  expect(text).toContain('# Left out: 1 call, 16.7 % of all: generatetoaddress changes the chain, or what the node makes of it.');
  expect(text).toContain('# Left out: 1 call, 16.7 % of all: refused by the node.');
  expect(recorder.recorded.kinds.map(({ method }) => method)).toEqual(['getblockcount']);
  expect(recorderOf([{ id: 'scantxoutset', args: { action: 'start', scanobjects: [] } }]).recorded.calls).toBe(1);
  // Transactions are submitted, and paid.
  const kept = recorderOf([{ id: 'sendrawtransaction', args: { hexstring: '00' } }, { id: 'sendtoaddress' }]).recorded;
  expect(kept.kinds).toHaveLength(2);
});

test('a day of traffic with new arguments, wallets, connections and reasons each time is kept in bounds', () => {
  const recorder = new TrafficRecorder(spec);
  const method = specification.method('getblockhash');
  for (let call = 0; call < 100_000; call++) {
    const name = `n${call}`;
    recorder.note({ method, args: { height: call }, atMs: 864 * call, inList: true, client: name, wallet: name });
    recorder.leaveOut(name);
  }
  const { kinds, wallets, leftOut } = recorder.recorded;
  expect(kinds).toEqual([{ method: 'getblockhash', args: {}, optional: [], count: 100_000 }]);
  expect(wallets).toBe(1_000);
  expect(leftOut.size).toBeLessThan(100);
  expect([...leftOut.values()].reduce((sum, count) => sum + count, 0)).toBe(100_000);
});
