import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JournalError } from '../../engine/journal.ts';
import type { Finding } from '../../engine/outcome.ts';
import { killedRun, outcome, start, universe, writeJournal } from '../testing/sample-journal.ts';
import { idsAbout, idsIn, ManualRunError, readManualRun } from './read-manual-run.ts';
import { markOf } from './run-marks.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-manual-run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const all = { ...universe, resultFields: [...universe.resultFields, 'f:getblock#verbosity=2:tx', 'f:getblock#verbosity=2:tx[].txid'] };
const known = idsIn(all);
const stated = { universe: all, isOfUser: false };
const finding = (parts: Partial<Finding>): Finding => ({
  check: 'equals',
  evidence: 'document',
  source: 'document 2, Block',
  message: 'it is wrong',
  ...parts,
});

test.each([
  [{ rule: 'getblock/confirmations' }, ['r:getblock/confirmations', 'm:getblock']],
  [{ rule: 'locked' }, ['s:locked', 'm:getblock']],
  [{ path: 'tx', variant: 'verbosity=2' }, ['f:getblock#verbosity=2:tx', 'm:getblock']],
  [{ path: 'tx' }, ['f:getblock#verbosity=1:tx', 'f:getblock#verbosity=2:tx', 'm:getblock']],
  [{ path: 'nowhere' }, ['m:getblock']],
  [{ argument: 'verbosity', value: '1' }, ['p:getblock.verbosity:given', 'e:getblock.verbosity=1', 'm:getblock']],
  [{ argument: 'verbosity.item' }, ['p:getblock.verbosity:given', 'm:getblock']],
  [{ argument: '*' }, ['m:getblock']],
])('a finding with %j is about %j', (members, ids) => {
  expect(idsAbout({ check: 'equals', method: 'getblock', ...members }, 'getblock', known)).toEqual(ids);
});

test('a run is read with what it covered, and what its findings are about, each once', async () => {
  const wrong = finding({ difference: { method: 'getblock', check: 'presence', path: 'tx', variant: 'verbosity=1' } });
  const accepted = finding({ difference: { method: 'getbalance', check: 'refused' }, waiver: 'as in the last release' });
  const seen = finding({ evidence: 'observation', difference: { method: 'getblock', check: 'unknown', path: 'more' } });
  writeJournal(join(folder, 'journal.jsonl'), [
    start,
    outcome({ id: 'methods/getblock/a', status: 'failed', findings: [wrong, seen], hits: ['m:getblock', 'e:getblock.verbosity=1'] }),
    outcome({ id: 'methods/getblock/b', status: 'failed', findings: [wrong] }),
    outcome({ id: 'methods/getbalance/a', method: 'getbalance', status: 'waived', findings: [accepted] }),
    { t: 'end', complete: true, durationMs: 1 },
  ]);
  const run = await readManualRun(folder, stated);
  expect(run.findings.map(({ look, case: id, cases, waiver }) => [look, id, cases, waiver])).toEqual([
    ['failed', 'methods/getblock/a', 2, undefined],
    ['waived', 'methods/getbalance/a', 1, 'as in the last release'],
  ]);
  expect(markOf(run, ['f:getblock#verbosity=1:tx']).name).toBe('failed');
  expect(markOf(run, ['e:getblock.verbosity=1']).name).toBe('passed');
  expect(markOf(run, ['m:getbalance']).name).toBe('waived');
});

test('a run that was killed is read as far as it came', async () => {
  writeJournal(join(folder, 'journal.jsonl'), killedRun);
  const looks = (await readManualRun(folder, { universe, isOfUser: false })).findings.map(({ look }) => look);
  expect(new Set(looks)).toEqual(new Set(['failed', 'waived', 'unstable']));
});

test('a folder without a run, a damaged journal and a run of another standard are refused, with what to do', async () => {
  await expect(readManualRun(join(folder, 'none'), stated)).rejects.toThrow(
    /--results: .*none has no journal\.jsonl; name the output folder of pyx run/,
  );
  mkdirSync(join(folder, 'other'));
  writeJournal(join(folder, 'other', 'journal.jsonl'), [start]);
  await expect(readManualRun(join(folder, 'other'), { universe: { ...universe, rules: [] }, isOfUser: false })).rejects.toThrow(
    ManualRunError,
  );
  await expect(readManualRun(join(folder, 'other'), { universe: { ...universe, rules: [] }, isOfUser: false })).rejects.toThrow(
    /another standard, .* does not have r:getblock\/confirmations, r:getblock\/never; name a run of this standard/,
  );
  await expect(readManualRun(join(folder, 'other'), { universe, isOfUser: true })).rejects.toThrow(
    /another standard, or of another edition; name/,
  );
  writeJournal(join(folder, 'journal.jsonl'), [start]);
  appendFileSync(join(folder, 'journal.jsonl'), 'no line\n{"t":"end"}\n');
  await expect(readManualRun(folder, stated)).rejects.toThrow(JournalError);
});
