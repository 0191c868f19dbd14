import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Acceptances, type Acceptance } from '../../engine/acceptance.ts';
import { readTargetFile, type AcceptedDrift } from '../../engine/target-file.ts';
import type { ChangeRuleName } from '../../specs/compare/change-rules.ts';
import { specification } from '../../specs/model/specification.ts';
import { goneEntries, withAcceptance, type AcceptedInDrift } from './accepted.ts';
import { acceptDrift } from './accept-drift.ts';
import type { Drift } from './drift.ts';
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
const accept = (list: readonly DriftItem[], errors: [string, string[]][] = [], goneDrift: Drift['goneDrift'] = [], seed = 1): string[] =>
  acceptDrift(file, { items: list, goneDrift, errors: new Map(errors), seed } as unknown as Drift, findingsOf(list));

const inFile = (drift: readonly AcceptedDrift[] = []): AcceptedInDrift => ({ acceptances: new Acceptances([], '2026-11-20'), drift });

test('missing methods go to absent, with comments kept; the rest goes to a file beside, with reasons to be explained', () => {
  expect(accept(items, [['methods/getblock/too-many', ['-1 getblock']]])).toEqual([file, join(folder, 'acme.drift.yaml')]);
  const main = readFileSync(file, 'utf8');
  expect(main).toContain('# A release.');
  expect(main).toContain('# as ever');
  const target = readTargetFile(file);
  expect(target.absent?.flatMap(({ methods }) => methods)).toEqual(['convertaddress', 'getaccount']);
  expect(target.errors).toEqual({ 'methods/getblock/too-many': '-1 getblock' });
  expect(target.drift?.map(({ change, found, methods, places }) => ({ change, found, methods, places }))).toEqual([
    { change: 'method-added', found: undefined, methods: ['getnothing'], places: undefined },
    { change: 'field-added', found: undefined, methods: undefined, places: { getblock: ['tx[].size'], getrawtransaction: ['size'] } },
    { change: 'param-renamed', found: 'hash', methods: undefined, places: { getblock: ['argument blockhash'] } },
  ]);
});

test('what is accepted is open no longer; the same place with another text is', () => {
  accept(items);
  const { drift = [] } = readTargetFile(file);
  const open = (list: readonly DriftItem[]): string[] =>
    withAcceptance(list, inFile(drift), specification)
      .filter(({ accepted }) => accepted === undefined)
      .map(({ change }) => change);
  expect(open(items)).toEqual(['method-removed']); // by absent, which the survey applies
  expect(open([item('param-renamed', 'getblock', 'argument blockhash', 'id'), item('field-added', 'getblock', 'size')])).toEqual([
    'param-renamed',
    'field-added',
  ]);
});

test('what is accepted of a field is accepted of each method with the same result, and of no other', () => {
  const at = (method: string, path: string): DriftItem[] => [item('field-removed', method, path), item('field-added', method, `${path}x`)];
  accept(at('getmempooldescendants', '{}.size'));
  const { drift = [] } = readTargetFile(file);
  const open = (list: readonly DriftItem[]): number =>
    withAcceptance(list, inFile(drift), specification).filter(({ accepted }) => accepted === undefined).length;
  expect(open(at('getrawmempool', '{}.size'))).toBe(0);
  expect(open(at('getrawmempool', '{}.fee'))).toBe(2);
  expect(open(at('getpeerinfo', '{}.size'))).toBe(2);
  // Arguments of two methods are two differences, whatever they answer.
  accept([item('param-renamed', 'getmempooldescendants', 'argument verbose', 'v')]);
  const renamed = [item('param-renamed', 'getrawmempool', 'argument verbose', 'v')];
  expect(withAcceptance(renamed, inFile(readTargetFile(file).drift), specification)).toEqual(renamed);
});

test('reasons that users wrote remain, entries that are gone are removed, and a second time changes nothing', () => {
  accept(items.slice(1), [['a', ['-1 A', '-2 B']]]);
  const beside = join(folder, 'acme.drift.yaml');
  writeFileSync(beside, readFileSync(beside, 'utf8').replace(/reason: .*/, 'reason: Known.'));
  const { drift = [] } = readTargetFile(file);
  const again = withAcceptance(items.slice(1), inFile(drift), specification);
  accept(again, [['b', ['-3 C']]]);
  expect(readTargetFile(file).drift?.[0]?.reason).toBe('Known.');
  expect(readTargetFile(file).errors).toEqual({ a: ['-1 A', '-2 B'], b: '-3 C' });
  expect(accept(again, [['b', ['-3 C']]])).toEqual([]);
  // One of the texts that depend on values was seen, and another code.
  expect(accept(again, [['a', ['-1 A']]])).toEqual([]);
  accept(again, [['a', ['-3 A']]]);
  expect(readTargetFile(file).errors).toEqual({ a: '-3 A', b: '-3 C' });
  accept(again.slice(1), [], drift.slice(0, 1));
  expect(readTargetFile(file).drift?.map(({ change }) => change)).toEqual(['field-added', 'param-renamed']);
});

test('errors that were observed with another seed are not mixed with these', () => {
  accept(items, [['a', ['-1 A']]], [], 7);
  expect(readTargetFile(file).errorsSeed).toBe(7);
  expect(() => accept(items, [['a', ['-1 B']]], [], 1)).toThrow(/were observed with seed 7, not 1; accept with --seed 7/);
  expect(readTargetFile(file).errors).toEqual({ a: '-1 A' });
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
  expect(goneEntries([renamed], accepted, specification).gone).toEqual([
    { change: 'method-added', methods: ['getnothing'], reason: 'So it is.', source: 'acme.yaml:4' },
  ]);
});
