import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Allure } from './allure.ts';
import { digestOf, type Digest } from './digest.ts';
import { hostile, killedRun, writeJournal } from './testing/sample-journal.ts';
import type { TimedOutcome } from './sink.ts';
import { writeReports } from './write-reports.ts';

let folder: string;
let results: string;
let journal: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-allure-'));
  results = join(folder, 'allure-results');
  journal = join(folder, 'journal.jsonl');
  writeJournal(journal, killedRun);
});
afterEach(() => rmSync(folder, { recursive: true }));

const written = (): Map<string, TestResult> =>
  new Map(
    readdirSync(results)
      .filter((name) => name.endsWith('-result.json'))
      .map((name) => {
        const result = JSON.parse(readFileSync(join(results, name), 'utf8')) as TestResult;
        return [result.fullName!, result];
      }),
  );

test('every case that this target can show becomes a result with its status, labels, evidence and attachments', async () => {
  await writeReports(journal, folder, { reports: ['allure'] });
  const all = written();
  expect(new Map([...all].map(([id, { status }]) => [id, status]))).toEqual(
    new Map([
      ['methods/getblock/verbosity=0', 'passed'],
      ['methods/getblock/verbosity=1', 'failed'],
      ['rules/getblock/confirmations', 'failed'],
      ['methods/getbalance/waived', 'passed'],
      ['methods/getbalance/observed', 'unknown'], // and no methods/spork/show: inapplicable
      ['rules/http/skipped', 'broken'], // not tried
      ['rules/http/internal', 'broken'],
      ['rules/getbalance/late', 'broken'], // unstable
      ['methods/getbalance/killed', 'failed'],
    ]),
  );
  const failed = all.get('methods/getblock/verbosity=1')!;
  expect(failed.labels).toEqual(
    expect.arrayContaining([
      { name: 'suite', value: 'methods' },
      { name: 'feature', value: 'chain' },
      { name: 'story', value: 'getblock' },
    ]),
  );
  expect(failed.statusDetails.message).toMatch(/^document: txid is wrong/);
  expect(failed.statusDetails.trace).toContain('document 2, Block (getblock), tx[0].txid');
  expect(failed.attachments.map(({ name }) => name)).toEqual(['request', 'response', 'replay']);
  const response = readFileSync(join(results, failed.attachments[1]!.source), 'utf8');
  expect(response).toContain('1.00000000');
  expect((JSON.parse(response) as { result: { label: string } }).result.label).toBe(hostile);
  const passed = all.get('methods/getblock/verbosity=0')!;
  expect(passed).toMatchObject({ attachments: [], statusDetails: {}, parameters: [{ name: 'kind' }, { name: 'method' }] });
  expect(passed.stop! - passed.start!).toBe(12.5);
  const environment = readFileSync(join(results, 'environment.properties'), 'utf8');
  for (const line of [
    /^seed\s*=\s*42$/m,
    /^verdict\s*=\s*Could not be done$/m,
    /^exitCode\s*=\s*2$/m,
    /^reasons\s*=\s*1 case could not be judged/m,
  ])
    expect(environment).toMatch(line);
});

test('the results of an earlier run are removed, with their attachments', async () => {
  await writeReports(journal, folder, { reports: ['allure'] });
  const first = readdirSync(results);
  await writeReports(journal, folder, { reports: ['allure'] });
  const second = readdirSync(results);
  expect(second).toHaveLength(first.length);
  expect(second.filter((name) => first.includes(name)).sort()).toEqual(['categories.json', 'environment.properties']);
});

test('what other tools have written beside them stays, and an attachment is never outside of the folder', async () => {
  mkdirSync(results);
  const labels = (framework: string): string => JSON.stringify([{ name: 'framework', value: framework }]);
  const others = {
    'a-result.json': `{"labels":${labels('vitest')},"attachments":[{"source":"b-attachment.txt"}]}`,
    'b-attachment.txt': 'text',
    'c-result.json': 'no JSON',
    'd-result.json': 'null',
    'e-container.json': '{}',
    'environment.properties': 'browser = firefox',
    'categories.json': '[]',
  };
  for (const [name, text] of Object.entries(others)) writeFileSync(join(results, name), text);
  mkdirSync(join(results, 'history'));
  writeFileSync(join(folder, 'x-attachment.txt'), 'text');
  writeFileSync(join(results, 'own-result.json'), `{"labels":${labels('pyx')},"attachments":[{"source":"../x-attachment.txt"}]}`);
  writeFileSync(join(results, 'bare-result.json'), `{"labels":${labels('pyx')}}`);
  await writeReports(journal, folder, { reports: ['allure'] });
  for (const [name, text] of Object.entries(others)) expect(readFileSync(join(results, name), 'utf8'), name).toBe(text);
  expect(['history', '../x-attachment.txt', 'own-result.json', 'bare-result.json'].map((name) => existsSync(join(results, name)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('passed cases of a run with many cases are bundled by suite and method, each as a step', async () => {
  const small = await digestOf(journal);
  const digest: Digest = { ...small, totals: { ...small.totals, passed: 5_001 } };
  const allure = new Allure(results, digest);
  const outcome: TimedOutcome = {
    id: 'a',
    suite: 's',
    method: 'getblock',
    kind: 'k',
    status: 'passed',
    durationMs: 1,
    calls: 1,
    findings: [],
    hits: [],
    atMs: 5,
  };
  for (let n = 0; n < 1_500; n++) allure.outcome({ ...outcome, id: `p${n}`, atMs: n + 1 });
  allure.outcome({ ...outcome, id: 'other', method: null });
  allure.outcome({ ...outcome, id: 'open', status: 'observed', request: { method: 'getblock', params: [] } });
  allure.outcome({ ...outcome, id: 'bad', status: 'failed', request: { method: 'getblock', params: [] } });
  allure.close();
  const all = [...written().values()];
  const bundles = all.filter(({ steps }) => steps.length > 0);
  expect(bundles.map(({ name, status, steps }) => [name, status, steps.length]).sort()).toEqual([
    ['1 passed case of s', 'passed', 1],
    ['1,000 passed cases of getblock', 'passed', 1_000],
    ['500 passed cases of getblock', 'passed', 500],
  ]);
  expect(new Set(bundles.flatMap(({ steps }) => steps.map(({ name }) => name))).size).toBe(1_501);
  expect(
    all
      .filter(({ steps }) => steps.length === 0)
      .map(({ name, attachments }) => [name, attachments.length])
      .sort(),
  ).toEqual([
    ['bad', 1],
    ['open', 0],
  ]);
  expect(readFileSync(join(results, 'environment.properties'), 'utf8')).toContain('5,001 passed cases, as steps of one result');
});
