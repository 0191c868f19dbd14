import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Acceptances, type Acceptance } from '../../engine/acceptance.ts';
import { readTargetFile, type AcceptedDrift } from '../../engine/target-file.ts';
import type { ChangeRuleName } from '../../specs/compare/change-rules.ts';
import { specification } from '../../specs/model/specification.ts';
import { goneEntries, withAcceptance } from './accepted.ts';
import { acceptDrift } from './accept-drift.ts';
import { driftFindings } from './findings.ts';
import type { DriftItem } from './items.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-accept-'));
  file = join(folder, 'acme.yaml');
  writeFileSync(file, '# A release.\nname: Acme\nabsent:\n  - { methods: [convertaddress], reason: One format only. } # as ever\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const item = (change: ChangeRuleName, method: string, path = '', after = ''): DriftItem => ({
  change,
  class: 'compatible',
  method,
  path,
  before: '',
  after,
  source: 'document 1',
  evidence: { kind: 'help', text: method },
});
const items = [
  item('method-removed', 'getaccount'),
  item('method-added', 'getnothing'),
  item('field-added', 'getblock', 'tx[].size', 'integer'),
  item('field-added', 'getrawtransaction', 'size', 'integer'),
  item('param-renamed', 'getblock', 'argument blockhash', 'hash'),
];
const findingsOf = (list: readonly DriftItem[]): ReturnType<typeof driftFindings> =>
  driftFindings(list, { missing: (methods) => methods.join(', '), accepted: () => undefined });
const accept = (list: readonly DriftItem[], errors: [string, string[]][] = [], seed = 1): string[] =>
  acceptDrift(file, { errors: new Map(errors), seed }, findingsOf(list), '/Acme:1.2/');
/** The items as the file judges them. */
const judged = (list: readonly DriftItem[]): DriftItem[] => {
  const { accepted = [], drift = [] } = readTargetFile(file);
  return withAcceptance(list, { acceptances: new Acceptances(accepted, '2026-11-20'), drift }, specification);
};
const open = (list: readonly DriftItem[]): string[] =>
  judged(list)
    .filter(({ accepted }) => accepted === undefined)
    .map(({ change }) => change);

test('missing methods go to absent and differences to accepted, with comments kept; refusals to the baseline beside it', () => {
  expect(accept(items, [['methods/getblock/too-many', ['-1 getblock']]])).toEqual([file, join(folder, 'acme.baseline.yaml')]);
  const main = readFileSync(file, 'utf8');
  expect(main).toContain('# A release.');
  expect(main).toContain('# as ever');
  const target = readTargetFile(file);
  expect(target.absent?.flatMap(({ methods }) => methods)).toEqual(['convertaddress', 'getaccount']);
  expect(target.errors).toEqual({ 'methods/getblock/too-many': '-1 getblock' });
  expect(target.accepted?.map(({ what, why, seen }) => [what, why, seen])).toEqual(
    [
      { method: 'getnothing', check: 'method-added' },
      { method: 'getblock', check: 'field-added', argument: 'tx[].size' },
      { method: 'getrawtransaction', check: 'field-added', argument: 'size' },
      { method: 'getblock', check: 'param-renamed', argument: 'blockhash', found: 'hash' },
    ].map((what) => [what, 'not explained yet', '/Acme:1.2/']),
  );
});

test('what is accepted is open no longer; the same place with another text is', () => {
  accept(items);
  expect(open(items)).toEqual(['method-removed']); // by absent, which the survey applies
  expect(open([item('param-renamed', 'getblock', 'argument blockhash', 'id'), item('field-added', 'getblock', 'size')])).toEqual([
    'param-renamed',
    'field-added',
  ]);
});

test('a difference that a run meets too has the same entry', () => {
  const difference = { method: 'getblock', variant: 'verbosity=2', path: 'tx[].size', check: 'presence', found: 'missing' };
  accept([{ ...item('field-removed', 'getblock', 'tx[].size'), difference }]);
  expect(readTargetFile(file).accepted?.map(({ what }) => what)).toEqual([difference]);
});

test('reasons that users wrote remain, and a second time changes nothing', () => {
  accept(items.slice(1), [['a', ['-1 A', '-2 B']]]);
  writeFileSync(file, readFileSync(file, 'utf8').replace('not explained yet', 'Known. # as said'));
  const again = judged(items.slice(1));
  accept(again, [['b', ['-3 C']]]);
  expect(readFileSync(file, 'utf8')).toContain('Known. # as said');
  expect(readTargetFile(file).accepted).toHaveLength(4);
  expect(readTargetFile(file).errors).toEqual({ a: ['-1 A', '-2 B'], b: '-3 C' });
  expect(accept(again, [['b', ['-3 C']]])).toEqual([]);
  // One of the texts that depend on values was seen, and another code.
  expect(accept(again, [['a', ['-1 A']]])).toEqual([]);
  accept(again, [['a', ['-3 A']]]);
  expect(readTargetFile(file).errors).toEqual({ a: '-3 A', b: '-3 C' });
});

test('what the baseline had besides the refusals stays', () => {
  writeFileSync(join(folder, 'acme.baseline.yaml'), 'extraFields:\n  getblock:\n    - extra\nbaseline:\n  a#near-miss: refused -8\n');
  accept(items, [['a', ['-1 A']]]);
  expect(readTargetFile(file)).toMatchObject({
    extraFields: { getblock: ['extra'] },
    baseline: { 'a#near-miss': 'refused -8' },
    errors: { a: '-1 A' },
  });
});

test('errors that were observed with another seed are not mixed with these', () => {
  accept(items, [['a', ['-1 A']]], 7);
  expect(readTargetFile(file).errorsSeed).toBe(7);
  expect(() => accept(items, [['a', ['-1 B']]], 1)).toThrow(/were observed with seed 7, not 1; accept with --seed 7/);
  expect(readTargetFile(file).errors).toEqual({ a: '-1 A' });
});

describe('the accepted drift of an earlier release', () => {
  const write = (drift: readonly AcceptedDrift[]): void => writeFileSync(join(folder, 'acme.drift.yaml'), JSON.stringify({ drift }));

  test('goes on working, by place and text', () => {
    write([{ change: 'param-renamed', found: 'hash', places: { getblock: ['argument blockhash'] }, reason: 'Known.' }]);
    const renamed = item('param-renamed', 'getblock', 'argument blockhash', 'hash');
    expect(open([renamed, { ...renamed, after: 'id' }])).toEqual(['param-renamed']);
  });

  test('of a field is accepted of each method with the same result, and of no other', () => {
    const at = (method: string, path: string): DriftItem[] => [
      item('field-removed', method, path),
      item('field-added', method, `${path}x`),
    ];
    write([
      { change: 'field-removed', places: { getmempooldescendants: ['{}.size'] }, reason: 'r' },
      { change: 'field-added', places: { getmempooldescendants: ['{}.sizex'] }, reason: 'r' },
      { change: 'param-renamed', found: 'v', places: { getmempooldescendants: ['argument verbose'] }, reason: 'r' },
    ]);
    expect(open(at('getrawmempool', '{}.size'))).toEqual([]);
    expect(open(at('getrawmempool', '{}.fee'))).toHaveLength(2);
    expect(open(at('getpeerinfo', '{}.size'))).toHaveLength(2);
    // Arguments of two methods are two differences, whatever they answer.
    expect(open([item('param-renamed', 'getrawmempool', 'argument verbose', 'v')])).toHaveLength(1);
  });
});

test('an entry of accepted covers an item by what differs, and no other', () => {
  const entry = (what: Acceptance['what']): Acceptance => ({ what, why: 'So it is.', file: 'acme.yaml', line: 4 });
  const acceptances = new Acceptances(
    [
      entry({ method: 'getblock', check: 'param-renamed', argument: 'blockhash', found: 'hash' }),
      entry({ method: 'getblock', check: 'undocumented-field', path: 'tx[].size' }),
      entry({ method: 'getnothing', check: 'method-added' }),
    ],
    '2026-11-20',
  );
  const accepted = { acceptances, drift: [] };
  const field: DriftItem = {
    ...item('field-added', 'getblock', 'tx[].size'),
    difference: { method: 'getblock', check: 'undocumented-field', path: 'tx[].size' },
  };
  const renamed = item('param-renamed', 'getblock', 'argument blockhash', 'hash');
  const whyOf = (list: readonly DriftItem[]): (string | undefined)[] =>
    withAcceptance(list, accepted, specification).map((judged) => judged.accepted);
  expect(whyOf([renamed, field, item('method-added', 'getnothing')])).toEqual(['So it is.', 'So it is.', 'So it is.']);
  expect(whyOf([{ ...renamed, after: 'id' }, { ...renamed, method: 'getblockheader' }, item('method-removed', 'getaccount')])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(goneEntries([renamed], accepted, specification)).toEqual([
    { change: 'method-added', methods: ['getnothing'], reason: 'So it is.', source: 'acme.yaml:4' },
  ]);
});
