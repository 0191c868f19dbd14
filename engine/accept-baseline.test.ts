import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { acceptBaseline } from './accept-baseline.ts';
import { finding } from './testing/fakes.ts';
import { JournalWriter } from './journal.ts';
import type { JournalLine } from './journal-lines.ts';
import { Judge } from './judge.ts';
import { readTargetFile, TargetFileError } from './target-file.ts';
import type { Finding, Outcome } from './outcome.ts';

let folder: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-baseline-'));
  target = join(folder, 'a.yaml');
  writeFileSync(target, 'name: A\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const start: JournalLine = {
  t: 'start',
  pyx: '0.0.0',
  seed: 1,
  startedAt: '2026-11-20T00:00:00Z',
  command: [],
  planned: 1,
  suites: { s: 1 },
  wholeRun: false,
  target: { name: 'http://127.0.0.1:1', kind: 'remote', version: 1, subversion: '/X:1/', chain: 'regtest', targetFile: null },
  universe: {
    methods: [],
    families: {},
    untestable: {},
    params: [],
    enumValues: [],
    resultFields: [],
    stateRows: [],
    rules: [],
    limits: [],
    errors: [],
    envelope: [],
  },
};

const seen = (check: string, observed: string, path?: string): Finding =>
  finding({ check, evidence: 'observation', observed, ...(path !== undefined && { path }) });

function journalOf(...outcomes: (Pick<Outcome, 'id' | 'findings'> & Partial<Outcome>)[]): string {
  const file = join(folder, 'journal.jsonl');
  const journal = new JournalWriter(file, new Secrets());
  for (const outcome of outcomes)
    journal.append({
      t: 'outcome',
      suite: 's',
      method: 'getthing',
      kind: 'k',
      status: 'observed',
      durationMs: 0,
      calls: 1,
      hits: [],
      ...outcome,
    });
  journal.close();
  return file;
}

test('writes observations, which are then accepted', async () => {
  const findings = [seen('near-miss', 'refused -5'), seen('undocumented-field', 'tx[].extra', 'tx[].extra'), finding()];
  const said = await acceptBaseline(journalOf({ id: 'b', findings }, { id: 'a', findings: [seen('near-miss', 'accepted', 'x')] }), target);
  expect(said).toBe(`2 new observations accepted into ${join(folder, 'a.baseline.yaml')}`.replace('2', '3'));
  const accepted = readTargetFile(target);
  expect(accepted).toMatchObject({
    baseline: { 'a#near-miss@x': 'accepted', 'b#near-miss': 'refused -5' },
    extraFields: { getthing: ['tx[].extra'] },
  });
  expect(Object.keys(accepted.baseline ?? {})).toEqual(['a#near-miss@x', 'b#near-miss']);
  expect(new Judge(accepted, '2026-11-20').judge({ id: 'b', method: 'getthing' }, findings).findings).toEqual([finding()]);
});

test('writes undocumented fields under the method that answered, in a case of several methods', async () => {
  const extra = seen('undocumented-field', 'tx[].extra', 'tx[].extra');
  const difference = { method: 'getother', path: 'tx[].extra', check: 'undocumented-field' };
  await acceptBaseline(journalOf({ id: 'a', findings: [{ ...extra, difference }] }), target);
  expect(readTargetFile(target).extraFields).toEqual({ getother: ['tx[].extra'] });
});

test('adds to an existing baseline, and counts only what is new', async () => {
  await acceptBaseline(journalOf({ id: 'a', findings: [seen('near-miss', 'refused -5')] }), target);
  const changed = finding({ check: 'near-miss', evidence: 'baseline', observed: 'accepted' });
  expect(await acceptBaseline(journalOf({ id: 'a', findings: [changed, seen('near-miss', 'refused -5')] }), target)).toMatch(/^1 new/);
  expect(readTargetFile(target).baseline).toEqual({ 'a#near-miss': ['accepted', 'refused -5'] });
});

test('ignores flaky outcomes', async () => {
  await acceptBaseline(
    journalOf({ id: 'a', retries: [{ place: 'fresh world', status: 'passed' }], findings: [seen('near-miss', 'refused -5')] }),
    target,
  );
  expect(readTargetFile(target).baseline).toEqual({});
});

test('does not change the target file, for any file name', async () => {
  const other = join(folder, 'target.txt');
  writeFileSync(other, 'name: A\n');
  await acceptBaseline(journalOf({ id: 'a', findings: [seen('near-miss', 'refused -5')] }), other);
  expect(readFileSync(other, 'utf8')).toBe('name: A\n');
  expect(readTargetFile(other).baseline).toEqual({ 'a#near-miss': 'refused -5' });
});

test('a missing or invalid target file is refused', async () => {
  const journal = journalOf({ id: 'a', findings: [] });
  await expect(acceptBaseline(journal, join(folder, 'none.yaml'))).rejects.toThrow(TargetFileError);
  writeFileSync(target, 'nome: A\n');
  await expect(acceptBaseline(journal, target)).rejects.toThrow(TargetFileError);
});

test('a baseline for a node in another state is refused', async () => {
  const state = 'found running, with no wallet without a name and one other loaded';
  const file = join(folder, 'found.jsonl');
  const journal = new JournalWriter(file, new Secrets());
  journal.append({ ...start, state });
  journal.append({
    t: 'outcome',
    id: 'a',
    suite: 's',
    method: 'getthing',
    kind: 'k',
    status: 'observed',
    durationMs: 0,
    calls: 1,
    hits: [],
    findings: [seen('near-miss', 'refused -4')],
  });
  journal.close();
  await acceptBaseline(file, target);
  expect(readTargetFile(target)).toMatchObject({ baselineState: state, baseline: { 'a#near-miss': 'refused -4' } });
  await acceptBaseline(file, target); // the same again
  const other = join(folder, 'other.jsonl');
  const again = new JournalWriter(other, new Secrets());
  again.append(start);
  again.close();
  await expect(acceptBaseline(other, target)).rejects.toThrow(TargetFileError);
});
