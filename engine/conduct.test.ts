import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { WorldError } from '../fixtures/world/world-errors.ts';
import type { Wire } from '../specs/model/wire.ts';
import { neutralNames, type Names } from '../specs/model/names.ts';
import { specification } from '../specs/model/specification.ts';
import { conduct, earlierFailures, journalFile, type ConductOptions } from './conduct.ts';
import { fakeCase, fakeDefinitions, fakeSpecification, FakeTarget, result } from './testing/fakes.ts';
import { readJournal } from './journal.ts';
import type { WrittenLine } from './journal-lines.ts';
import { TargetFileError } from './target-file.ts';
import type { Case } from './case.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-conduct-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function journalOf(cases: readonly Case[], rest: Partial<ConductOptions> = {}): Promise<WrittenLine[]> {
  const target = new FakeTarget((method) =>
    result(method === 'getblockchaininfo' ? { chain: 'regtest' } : { version: 1, subversion: '/Other:1/' }),
  );
  await conduct({
    pyx: '0',
    command: ['pyx', 'run'],
    specification: fakeSpecification,
    target,
    plan: { cases, whole: true },
    outDir: folder,
    seed: 3,
    jobs: 1,
    bail: false,
    readOnly: false,
    secrets: new Secrets(),
    definitions: fakeDefinitions(),
    now: new Date('2026-11-20T10:00:00Z'),
    signal: new AbortController().signal,
    onOpened: () => undefined,
    onOutcome: () => undefined,
    onNote: () => undefined,
    ...rest,
  });
  const lines: WrittenLine[] = [];
  for await (const line of readJournal(journalFile(folder))) lines.push(line);
  return lines;
}

const fails = fakeCase('fails', (t) => void t.ok(false, 'no', { circumstance: 'state' }));
const targetFile = (text: string): string => {
  writeFileSync(join(folder, 'a.yaml'), text);
  return join(folder, 'a.yaml');
};

test('writes the beginning, every outcome, and the end', async () => {
  const lines = await journalOf([fakeCase('a'), fails]);
  expect(lines[0]).toMatchObject({
    t: 'start',
    seed: 3,
    planned: 2,
    suites: { fake: 2 },
    wholeRun: true,
    target: { name: 'process:fake', version: 1, chain: 'regtest', targetFile: null },
  });
  expect(lines.filter(({ t }) => t === 'outcome')).toMatchObject([
    { id: 'fake/a', status: 'passed' },
    { id: 'fake/fails', status: 'failed', replay: 'npx --no-install pyx run --target process:fake --case fake/fails --seed 3' },
  ]);
  expect(lines.map(({ t }) => t)).toContain('suspect');
  expect(lines.at(-1)).toMatchObject({ t: 'end', complete: true });
});

test('if the node has its methods under another brand, a note with the names to use comes before the first case', async () => {
  const help = '== Other ==\nacmething "mode"\nacmeburn amount\nacmetxfund hex\nacmemint address\nacmeaddscript script';
  const named = (method: string): Wire =>
    method === 'help' ? help : method === 'getblockchaininfo' ? { chain: 'regtest' } : { version: 1, subversion: '/Other:1/' };
  const notes: string[] = [];
  const tried = async (names?: Names, uses = ['cointxfund']): Promise<WrittenLine[]> =>
    journalOf([fakeCase('a', undefined, { uses })], {
      specification,
      target: new FakeTarget((method) => result(named(method))),
      onNote: (text) => notes.push(text),
      ...(names && { names }),
    });
  const lines = await tried();
  const hint = 'the node has no coinaddscript and no other method of this brand, but has them under another brand; use --names coin=acme';
  expect(lines.filter(({ t }) => t === 'note')).toEqual([expect.objectContaining({ text: hint })]);
  expect(notes).toEqual([hint]);
  expect((await tried({ ...neutralNames, coin: 'acme' })).filter(({ t }) => t === 'note')).toEqual([]);
  expect((await tried(undefined, ['getblock'])).filter(({ t }) => t === 'note')).toEqual([]);
});

test('an interrupted run is not complete, and finds no waiver stale', async () => {
  const stop = new AbortController();
  stop.abort();
  const lines = await journalOf([fakeCase('a')], {
    signal: stop.signal,
    targetFile: targetFile('name: A\nwaivers: [{ cases: "*", reason: so }]'),
  });
  expect(lines.filter(({ t }) => t === 'outcome')).toMatchObject([{ id: 'fake/a', status: 'skipped' }]);
  expect(lines.at(-1)).toMatchObject({ t: 'end', complete: false, stopped: 'the run was interrupted' });
});

test('a run is complete though a case was skipped because its prerequisite could not be made', async () => {
  const failing = new WorldError('generatetoaddress was refused', 'generatetoaddress', [], {
    type: 'error',
    error: { code: -1, message: 'no' },
    durationMs: 0,
  });
  const lines = await journalOf([
    fakeCase('unprepared', () => {
      throw failing;
    }),
    fakeCase('b'),
  ]);
  expect(lines.filter(({ t }) => t === 'outcome')).toMatchObject([
    { id: 'fake/unprepared', status: 'skipped', reason: 'a prerequisite of the case could not be made: generatetoaddress was refused' },
    { id: 'fake/b', status: 'passed' },
  ]);
  expect(lines.at(-1)).toMatchObject({ t: 'end', complete: true });
});

test('an unused or expired waiver is a failed outcome', async () => {
  const file = targetFile(
    'name: A\nwaivers: [{ cases: "fake/*", path: x, reason: so }, { cases: "fake/*", reason: so, until: 2026-11-19 }]',
  );
  const lines = await journalOf([fakeCase('a')], { targetFile: file });
  expect(lines.filter(({ t }) => t === 'outcome')).toMatchObject([
    { id: 'fake/a', status: 'passed' },
    { suite: 'target-file', status: 'failed', findings: [{ check: 'stale-waiver' }] },
    { suite: 'target-file', findings: [{ check: 'expired-waiver' }] },
  ]);
});

test('a target file with an unknown method is refused before the first case', async () => {
  await expect(journalOf([fails], { targetFile: targetFile('name: A\nabsent: [{ methods: [getthin], reason: so }]') })).rejects.toThrow(
    TargetFileError,
  );
});

test('earlierFailures returns the failed and unstable cases of an earlier run, and its seed', () => {
  const file = join(folder, 'results.json');
  writeFileSync(
    file,
    JSON.stringify({
      seed: 7,
      cases: [
        { id: 'a', suite: 's', status: 'failed' },
        { id: 'c', suite: 's', status: 'unstable' },
        { id: 'b', suite: 's', status: 'passed' },
        { id: 'target-file/stale-waiver-1', suite: 'target-file', status: 'failed' },
      ],
    }),
  );
  expect(earlierFailures(file)).toEqual({ cases: ['a', 'c'], seed: 7 });
  writeFileSync(file, '{"cases": [], "seed": -1}');
  expect(earlierFailures(file)).toEqual({ cases: [], seed: undefined });
  expect(() => earlierFailures(join(folder, 'none.json'))).toThrow('give the folder of an earlier run');
});
