import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Difference } from './difference.ts';
import { migrateDrift } from './migrate-drift.ts';
import { migrateWaivers, type Waived } from './migrate-waivers.ts';
import { parseTargetFile } from './target-file.ts';

const file = `# A release.
name: A # the first
absent:
  - { methods: [convertaddress], reason: One format. } # as ever
waivers:
  # Fields.
  - { cases: "methods/getblock/*", path: "tx[*].size", reason: "Gone: since 2." }
  - cases: rules/getblock/size
    path: size
    check: equals
    reason: "Gone: since 2."
  # Calls.
  - cases: methods/verifychain/*
    reason: >-
      A level outside the range
      is replaced.
    until: "2027-03-31" # promised
    seeds: some
  - { cases: methods/stop/*, reason: Never seen. }
match: "^/A:1/" # the end
`;
const size: Difference = { method: 'getblock', path: 'tx[].size', check: 'presence', found: 'missing' };
const rule: Difference = { method: 'getblock', path: 'size', check: 'equals', rule: 'getblock/size', found: 'missing' };
const level: Difference = { method: 'verifychain', check: 'refusal', argument: 'checklevel', value: 'above-maximum', found: 'boolean' };
const waivedBy = (caseId: string, difference: Difference, path = ''): Waived => ({ caseId, path, check: difference.check, difference });
const waived = [
  waivedBy('methods/getblock/enum/verbosity=2', size, 'tx[4].size'),
  waivedBy('methods/getblock/with/verbosity', size, 'tx[0].size'),
  waivedBy('rules/getblock/size', rule, 'size'),
  waivedBy('methods/verifychain/outside/checklevel:above-maximum', level),
];

test('each waiver becomes an entry for what it accepted; equal reasons are one; comments, order and the rest stay', () => {
  const { content, moved, left } = migrateWaivers(file, waived, '/A:1/');
  expect([moved, left]).toEqual([3, ['methods/stop/*']]);
  expect(content).toBe(`# A release.
name: A # the first
absent:
  - { methods: [convertaddress], reason: One format. } # as ever
accepted:
  # Fields.
  - what:
      - { method: getblock, path: "tx[].size", check: presence, found: missing }
      - { method: getblock, path: size, check: equals, rule: getblock/size, found: missing }
    why: "Gone: since 2."
    seen: /A:1/
  # Calls.
  - what: { method: verifychain, check: refusal, argument: checklevel, value: above-maximum, found: boolean }
    why: >-
      A level outside the range is replaced.
    seen: /A:1/
    seeds: some
    until: 2027-03-31
waivers:
  - { cases: methods/stop/*, reason: Never seen. }
match: "^/A:1/" # the end
`);
  const target = parseTargetFile(content, 'a.yaml');
  expect(target.accepted?.map(({ what, until, seeds }) => [what, until, seeds])).toEqual([
    [size, undefined, undefined],
    [rule, undefined, undefined],
    [level, '2027-03-31', 'some'],
  ]);
});

test('what several waivers have accepted is one entry, and a list that is there is extended', () => {
  const two = `name: A
accepted:
  - { what: { method: stop, check: refused }, why: so } # first
waivers:
  - { cases: methods/getblock/*, reason: r }
  - { cases: "*", path: "tx*", reason: s }
`;
  const both = [waivedBy('methods/getblock/a', size, 'tx[4].size'), waivedBy('rules/b', size, 'tx[4].size')];
  const { content, moved, left } = migrateWaivers(two, both, undefined);
  expect([moved, left]).toEqual([2, []]);
  expect(content).toContain('why: so } # first');
  expect(parse(content)).toEqual({
    name: 'A',
    accepted: [
      { what: { method: 'stop', check: 'refused' }, why: 'so' },
      { what: size, why: 'r' },
    ],
  });
  expect(migrateWaivers(two, [], undefined)).toMatchObject({ content: two, moved: 0 });
  expect(migrateWaivers('name: A\n', both, undefined)).toEqual({ content: 'name: A\n', moved: 0, left: [] });
});

test('a list for two nodes becomes a list of entries, if all of it was met', () => {
  const known = `# Two nodes.

# Safer so.
- cases: methods/setban/wrong-type/*
  difference: a result · error -1
  reason: It refuses.
- { cases: methods/stop/*, difference: "value of *", reason: Its own., seeds: some }
`;
  const answer: Difference = {
    method: 'setban',
    check: 'other-answer',
    argument: 'absolute',
    value: 'number',
    found: 'a result · error -1',
  };
  const value: Difference = { method: 'stop', check: 'other-answer', path: 'a', found: 'value' };
  const met: Waived[] = [
    { ...waivedBy('methods/setban/wrong-type/absolute:number', answer), text: 'a result · error -1' },
    { ...waivedBy('methods/stop/required-only', value), text: 'value of a: 1 · 2' },
  ];
  const { content, moved } = migrateWaivers(known, met, undefined);
  expect(moved).toBe(2);
  expect(content.startsWith('# Two nodes.\n\n# Safer so.\n- what: { method: setban, ')).toBe(true);
  expect(parse(content)).toEqual([
    { what: answer, why: 'It refuses.' },
    { what: value, why: 'Its own.', seeds: 'some' },
  ]);
  expect(migrateWaivers(known, met.slice(0, 1), undefined)).toEqual({ content: known, moved: 0, left: ['methods/stop/*'] });
});

test('accepted drift becomes entries by what differs; what depends on a case is left', () => {
  const { entries, left } = migrateDrift([
    { change: 'param-renamed', found: 'hash', places: { getblock: ['argument blockhash'], stop: ['argument a'] }, reason: 'r' },
    { change: 'method-added', methods: ['x', 'y'], reason: 's' },
    { change: 'field-added', places: { getblock: ['tx[].size'] }, reason: 't' },
    { change: 'field-removed', places: { getblock: ['bits'] }, reason: 't' },
    { change: 'param-refused', found: 'refused with -3', places: { bumpfee: ['with/options.totalFee'] }, reason: 'u' },
    {
      change: 'invalid-accepted',
      places: { verifychain: ['outside/checklevel:above-maximum'], getblock: ['missing/blockhash'] },
      reason: 'v',
    },
    { change: 'behaviour-changed', places: { stop: ['required-only'] }, reason: 'w' },
  ]);
  expect(entries.map(({ differences, why }) => [why, ...differences])).toEqual([
    [
      'r',
      { method: 'getblock', check: 'param-renamed', argument: 'blockhash', found: 'hash' },
      { method: 'stop', check: 'param-renamed', argument: 'a', found: 'hash' },
    ],
    ['s', { method: 'x', check: 'method-added' }, { method: 'y', check: 'method-added' }],
    ['t', { method: 'getblock', path: 'tx[].size', check: 'undocumented-field' }],
    ['t', { method: 'getblock', path: 'bits', check: 'presence', found: 'missing' }],
    ['u', { method: 'bumpfee', argument: 'options.totalFee', check: 'refused' }],
    [
      'v',
      { method: 'verifychain', argument: 'checklevel', value: 'above-maximum', check: 'refusal' },
      { method: 'getblock', argument: 'blockhash', value: 'missing', check: 'refusal' },
    ],
  ]);
  expect(left.map(({ change }) => change)).toEqual(['behaviour-changed']);
});
