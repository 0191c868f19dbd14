import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PolicyError, readPolicy, type ReadPolicy } from './read-policy.ts';

const folder = mkdtempSync(join(tmpdir(), 'pyx-policy-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string): ReadPolicy {
  const file = join(folder, 'pyx.yaml');
  writeFileSync(file, text);
  return readPolicy(file);
}

test('a policy of one line is enough', () => {
  const { policy, targetLine, waiverLine } = read('target: embedded\n');
  expect(policy).toEqual({ target: 'embedded' });
  expect(targetLine).toBe(1);
  expect(waiverLine('a')).toBeUndefined();
});

test('the lines of the target and of each waiver are known', () => {
  const { targetLine, waiverLine } = read(
    '# A comment\nseeds: [1, 2]\ntarget: embedded\nwaivers:\n  - { cases: a/*, reason: r }\n  # two\n  - cases: b\n    reason: r\n',
  );
  expect([targetLine, waiverLine('a/*'), waiverLine('b'), waiverLine('c')]).toEqual([3, 5, 7, undefined]);
});

test('the accepted differences of a policy have their lines, also in a file that it names', () => {
  const { further } = read('target: embedded\nunexplained: fail\naccepted:\n  - { what: { method: getblock, check: refused }, why: so }\n');
  expect(further).toMatchObject({
    unexplained: 'fail',
    accepted: [{ what: { method: 'getblock', check: 'refused' }, why: 'so', line: 4 }],
  });
  writeFileSync(join(folder, 'list.yaml'), '- { what: { rule: http/allow, check: allow }, why: so }\n');
  expect(read('target: embedded\naccepted: list.yaml\n').further.accepted).toMatchObject([{ file: join(folder, 'list.yaml'), line: 1 }]);
});

test('the lines of loads and of throughput tests are known', () => {
  const { lineOf } = read('target: embedded\nload:\n  - { method: getblock }\n\n  - method: getblockcount\n    rate: 5\ntps: [{}]\n');
  expect([lineOf('load', 1), lineOf('load', 2), lineOf('load', 3), lineOf('tps', 1), lineOf('tps', 2)]).toEqual([
    3,
    5,
    undefined,
    7,
    undefined,
  ]);
  expect(read('target: embedded\n').lineOf('load', 1)).toBeUndefined();
});

test.each([
  ['seeds: [1]\n', /must have required property 'target'/],
  ['target: embedded\nsuits: [rules]\n', /line 2: there is no key "suits"; did you mean "suites"\?/],
  ['target: embedded\nseeds: []\n', /line 2: .*fewer than 1/],
  ['target: embedded\nfuzz: {}\n', /fuzz must have required property 'time'/],
  ['target: embedded\nfuzz: { time: 5 minutes }\n', /fuzz\/time must match pattern/],
  ['target: embedded\nload: [{ thresholds: ["p99 < 1s"] }]\n', /load\/0 must have required property 'scenario'/],
  ['target: embedded\nload: [{ scenario: explorer, method: getblock }]\n', /load\/0 must match exactly one schema/],
  ['target: embedded\nload: [{ scenario: explorer, fault: [] }]\n', /load\/0\/fault must NOT have fewer than 1 items/],
  ['target: embedded\ntps: [{ latency: 80 }]\n', /tps\/0\/latency must be string/],
  ['target: embedded\ntps: [{ bandwidth: 20 mbit }]\n', /tps\/0\/bandwidth must match pattern/],
  ['target: embedded\ntps: [{ faults: [] }]\n', /there is no key "faults" at \/tps\/0; did you mean "fault"\?/],
  ['target: embedded\nfailOn: never\n', /failOn must be equal to one of the allowed values: breaking, minor, pedantic$/],
  ['target: embedded\nwaivers: [{ cases: a }]\n', /waivers\/0 must have required property 'reason'/],
  ['target: [\n', /pyx\.yaml: /],
  ['', /must be object/],
])('%j is refused', (text, message) => {
  expect(() => read(text)).toThrow(PolicyError);
  expect(() => read(text)).toThrow(message);
});

test('all mistakes are reported at once, wherever they are', () => {
  const text =
    'target: embedded\nseed: 1\nfailOn: never\ndrift: all\nfuzz: { time: 1m, jobs: 0 }\nload: [{ scenario: explorer, rats: 1, rate: -1 }]\n';
  const problems = [
    'line 2: there is no key "seed"; did you mean "seeds"?',
    'line 3: /failOn must be equal to one of the allowed values: breaking, minor, pedantic',
    'line 4: /drift must be equal to one of the allowed values: breaking, any, none',
    'line 5: /fuzz/jobs must be >= 1',
    'line 6: there is no key "rats" at /load/0; did you mean "rate"?',
    'line 6: /load/0/rate must be > 0',
  ];
  for (const problem of problems) expect(() => read(text)).toThrow(problem);
  const many = Array.from({ length: 12 }, (_, index) => `key${index}: 1\n`).join('');
  expect(() => read(`target: embedded\n${many}`)).toThrow(/"key9".*; 2 more problems$/);
});

test('a missing policy is refused with how to write one', () => {
  expect(() => readPolicy(join(folder, 'none.yaml'))).toThrow(/none\.yaml does not exist; write one with pyx init/);
});
