import { expect, test } from 'vitest';
import type { Reply } from '../../../client/types.ts';
import { AcceptedResults } from '../../../engine/accepted-results.ts';
import { parseTargetFile } from '../../../engine/target-file.ts';
import { specification } from '../../../specs/model/specification.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { CallJudge } from './judge-call.ts';
import { problemDifference } from './problem.ts';
import { stateProblem } from './judge-sent.ts';
import { MAX_GROWTH_BYTES, MemoryWatch, slopeOf, SPAN, WARM_UP } from './memory.ts';

const judge = new CallJudge(specification);
const result = (value: Wire): Reply => ({ type: 'result', result: value, durationMs: 1 });
const refused = (code: number, message: string): Reply => ({ type: 'error', error: { code, message }, durationMs: 1 });
const of = (method: string, params: string, reply: Reply) => judge.judge({ method, params, reply });

test('a result that does not fit is a problem, with its place', () => {
  expect(of('getblockcount', '[]', result('many'))).toMatchObject({
    property: 'result',
    evidence: 'document',
    method: 'getblockcount',
    what: 'type ',
  });
  expect(of('getblockcount', '[]', result(7))).toBeUndefined();
  expect(
    of(
      'listlockunspent',
      '[]',
      result([
        { txid: 'ab'.repeat(32), vout: 0 },
        { txid: 'ab'.repeat(32), vout: 'x' },
      ]),
    ),
  ).toMatchObject({ what: 'type [].vout' });
});

test.each([
  ['[1]', 'too many arguments'],
  ['{"pyx":1}', 'an unknown name'],
  ['"x"', 'no arguments'],
  ['{"a":1,"a":1}', 'a name twice'],
])('the result of a call that no document describes is not judged: %s, %s', (params) => {
  expect(of('getblockcount', params, result('many'))).toBeUndefined();
});

test('the result of a call with an invalid argument is not judged, that with valid ones by name is', () => {
  const hash = '00'.repeat(32);
  expect(of('getblock', `["${hash}","1"]`, result(1))).toBeUndefined();
  expect(of('getblock', `{"blockhash":"${hash}","verbosity":0}`, result(1))).toMatchObject({ property: 'result' });
  expect(of('getblock', `["${hash}",0]`, result('00'))).toBeUndefined();
});

const accepting = (yaml: string): CallJudge =>
  new CallJudge(specification, new AcceptedResults(parseTargetFile(`name: x\n${yaml}`, 'x.yaml'), specification, '2026-11-20'));
const script = { method: 'decodescript', params: '["51"]', reply: result({ asm: '1', type: 'nonstandard', p2sh: 'x' }) };

test.each([
  ['accepted: [{ what: { method: decodescript, path: hex, check: presence, found: missing }, why: none }]', true],
  ['accepted: [{ what: { method: decodescript, path: hex, check: type }, why: none }]', false],
  ['accepted: [{ what: { method: decodescript, path: hex, check: presence }, why: none, until: "2026-11-19" }]', false],
  ['waivers: [{ cases: "methods/decodescript/*", path: hex, reason: none }]', true],
])('an accepted difference of a release is none: %s (%j)', (yaml, accepted) => {
  expect(judge.judge(script)).toMatchObject({ what: 'presence hex' });
  expect(accepting(yaml).judge(script)?.what === 'presence hex').toBe(!accepted);
});

test('a wrong result has the identity that it has in a run, other problems that of their kind, and memory none', () => {
  expect(problemDifference(judge.judge(script)!)).toEqual({ method: 'decodescript', path: 'hex', check: 'presence', found: 'missing' });
  const problem = { evidence: 'health', source: 's', method: 'getblock', what: 'signal SIGSEGV', message: 'm' } as const;
  expect(problemDifference({ ...problem, property: 'crash' })).toEqual({ method: 'getblock', check: 'died', found: 'signal SIGSEGV' });
  expect(problemDifference({ ...problem, property: 'hang', what: '' })).toEqual({ method: 'getblock', check: 'timeout' });
  expect(problemDifference({ ...problem, property: 'crash', method: 'HTTP' })).toMatchObject({ rule: 'malformed-request', check: 'died' });
  expect(problemDifference({ ...problem, property: 'memory' })).toBeUndefined();
});

test.each([
  [-32_603, 'This is a mistake'],
  [-1, 'vector::_M_range_check: __n (which is 3) >= this->size() (which is 2)'],
  [-1, 'std::bad_alloc'],
  [-1, "Internal bug detected: 'fee'"],
  [-8, "TypeError: Cannot read properties of undefined (reading 'length')"],
])('%d %s is an internal error', (code, message) => {
  expect(of('getblock', '[]', refused(code, message))).toMatchObject({ property: 'internal-error', evidence: 'health' });
});

test.each([
  [-1, 'getblock "blockhash" ( verbosity )\n\nReturns the block'],
  [-1, 'echo ( "arg0" )\n\nIt will return an internal bug report when arg9 is given.'],
  [-5, 'Block not found'],
  [-8, 'Invalid parameter, asserted value is too large'],
  [-32_700, 'Parse error'],
  [-32_603, 'ProcessNewBlock, block not accepted: time-too-new'],
  [-32_603, 'This is not a masternode'],
])('%d %s is none', (code, message) => {
  expect(of('getblock', '[]', refused(code, message))).toBeUndefined();
});

test('an answer that is no envelope is a problem; a broken connection is judged by the life of the node', () => {
  const fault = (kind: 'neither' | 'reset'): Reply => ({
    type: 'fault',
    fault: { kind, evidence: 'standard', source: 's', message: 'm' },
    durationMs: 1,
  });
  expect(of('getblock', '[]', fault('neither'))).toMatchObject({ property: 'envelope', what: 'neither', source: 's' });
  expect(of('getblock', '[]', fault('reset'))).toBeUndefined();
});

test('a change of state names what changed, for a refused call and for one that reads', () => {
  const [before, after] = [
    new Map([
      ['getbestblockhash', 'a'],
      ['listlockunspent', '[]'],
    ]),
    new Map([
      ['getbestblockhash', 'a'],
      ['listlockunspent', '[1]'],
    ]),
  ];
  expect(stateProblem('x', true, before, before)).toBeUndefined();
  expect(stateProblem('x', true, before, after)).toMatchObject({ property: 'state', evidence: 'standard', what: 'listlockunspent' });
  expect(stateProblem('x', false, before, after)?.message).toBe(
    'x only reads, but changed the state: listlockunspent returned [] before and [1] after the call',
  );
});

/** Memory by requests, with noise of ±8 MiB and a garbage collection every 3,000 requests. */
function watched(bytesPerRequest: number, requests: number): MemoryWatch {
  const watch = new MemoryWatch();
  const mib = 1_024 * 1_024;
  for (let at = 0; at <= requests; at += 60)
    watch.note(at, 150 * mib + bytesPerRequest * at + 8 * mib * Math.sin(at) + ((at % 3_000) / 3_000) * 20 * mib);
  return watch;
}

test('growth is measured after a warm-up, over a number of requests', () => {
  expect(watched(1_000, WARM_UP + SPAN - 120).growthBytes).toBeUndefined();
  expect(watched(0, WARM_UP + SPAN + 60).problem()).toBeUndefined();
  expect(Math.abs((watched(1_000, 40_000).growthBytes ?? 0) - 1_000 * SPAN)).toBeLessThan(5_000_000);
});

test('a leak is a problem, saw teeth and noise are none', () => {
  expect(watched(0, 60_000).problem()).toBeUndefined();
  expect(watched((2 * MAX_GROWTH_BYTES) / SPAN, 60_000).problem()).toMatchObject({ property: 'memory', evidence: 'health' });
});

test('memory that rises for long between two garbage collections is no leak, and one that rises further is', () => {
  const rising = (bytesAt: (requests: number) => number): (string | undefined)[] => {
    const watch = new MemoryWatch();
    const reported: (string | undefined)[] = [];
    for (let at = 0; at <= 100_000; at += 60) {
      watch.note(at, 130 * 1_024 * 1_024 + bytesAt(at));
      reported.push(watch.problem()?.property);
    }
    return reported;
  };
  // Of coind 60 MiB are known: it rose so for 15,000 requests with seed 101.
  const tooth = (at: number): number => ((at % 15_000) / 15_000) * 1.6 * MAX_GROWTH_BYTES;
  expect(rising(tooth)).not.toContain('memory');
  expect(rising((at) => tooth(at) + (at * 2 * MAX_GROWTH_BYTES) / SPAN)).toContain('memory');
});

test('the slope of a line is that of the line', () => {
  expect(slopeOf([1, 2, 3].map((requests) => ({ requests, bytes: 5 + 7 * requests })))).toBeCloseTo(7);
  expect(slopeOf([{ requests: 1, bytes: 1 }])).toBe(0);
});
