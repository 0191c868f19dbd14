import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { JournalError, JournalWriter, readJournal } from './journal.ts';
import type { OutcomeLine, StartLine, WrittenLine } from './journal-lines.ts';

const start: StartLine = {
  t: 'start',
  pyx: '0.1.0',
  seed: 1,
  startedAt: '2026-11-20T09:30:00.000Z',
  command: [],
  planned: 1,
  suites: { s: 1 },
  wholeRun: true,
  target: { name: 'embedded', kind: 'embedded', version: 1, subversion: '/X:1/', chain: 'regtest', targetFile: null },
  universe: {
    methods: [],
    params: [],
    enumValues: [],
    resultFields: [],
    stateRows: [],
    rules: [],
    limits: [],
    errors: [],
    envelope: [],
    untestable: {},
    families: {},
  },
};

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-journal-'));
  file = join(folder, 'journal.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const outcome: OutcomeLine = {
  t: 'outcome',
  id: 'methods/getbalance/required-only',
  suite: 'methods',
  method: 'getbalance',
  kind: 'required-only',
  status: 'passed',
  durationMs: 1.25,
  calls: 1,
  findings: [],
  hits: ['m:getbalance'],
};

async function all(): Promise<WrittenLine[]> {
  const lines: WrittenLine[] = [];
  for await (const line of readJournal(file)) lines.push(line);
  return lines;
}

describe('the journal', () => {
  test('keeps every digit of calls and answers, and has ordinary numbers elsewhere', async () => {
    const writer = new JournalWriter(file, new Secrets());
    writer.append({
      ...outcome,
      request: { method: 'getbalance', params: ['*', new LosslessNumber('0.10')] },
      response: { result: { amount: new LosslessNumber('1.00000000'), big: new LosslessNumber('18446744073709551615') } },
    });
    writer.close();
    const [line] = await all();
    expect(line).toMatchObject({ t: 'outcome', durationMs: 1.25, hits: ['m:getbalance'] });
    const { request, response } = line as OutcomeLine;
    expect(String((request!.params as unknown[])[1])).toBe('0.10');
    const result = (response as { result: Record<string, unknown> }).result;
    expect(isLosslessNumber(result['amount'])).toBe(true);
    expect([String(result['amount']), String(result['big'])]).toEqual(['1.00000000', '18446744073709551615']);
  });

  test('is written at once: a killed process loses no line', async () => {
    const script = `
      import { JournalWriter } from ${JSON.stringify(new URL('./journal.ts', import.meta.url).href)};
      import { Secrets } from ${JSON.stringify(new URL('../client/mask.ts', import.meta.url).href)};
      const writer = new JournalWriter(process.argv[1], new Secrets());
      for (let n = 0; n < 50; n++) writer.append({ t: 'note', text: 'note ' + n });
      process.kill(process.pid, 'SIGKILL');`;
    const child = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, file], { encoding: 'utf8' });
    expect(child.signal, child.stderr).toBe('SIGKILL');
    expect((await all()).map((line) => (line.t === 'note' ? line.text : line.t))).toEqual(
      Array.from({ length: 50 }, (_, n) => `note ${n}`),
    );
  });

  test('tolerates a last line that was cut at any place', async () => {
    const whole = `${JSON.stringify({ t: 'note', text: 'first', atMs: 1 })}\n`;
    const last = JSON.stringify({ t: 'note', text: 'zweite Zeile, größer', atMs: 2 });
    for (let length = 1; length < Buffer.byteLength(last); length++) {
      writeFileSync(file, Buffer.concat([Buffer.from(whole), Buffer.from(last).subarray(0, length)]));
      expect(await all(), `cut after ${length} bytes`).toMatchObject([{ text: 'first' }]);
    }
    writeFileSync(file, whole + last);
    expect(await all()).toHaveLength(2);
  });

  test.each([
    ['damage before the last line', '{"t":"note","text":"a","atMs":0}\n{"t":"no\n{"t":"note","text":"b","atMs":0}\n', /line 2/],
    ['another kind of file', 'hello', /line 1/],
    ['JSON that is no journal', '{"cases":[]}\n', /line 1/],
    ['an empty file', '', /empty/],
  ])('refuses %s', async (_, content, message) => {
    writeFileSync(file, content);
    await expect(all()).rejects.toThrow(JournalError);
    await expect(all()).rejects.toThrow(message);
  });

  test('is not split by separators, long lines or broken characters from the node', async () => {
    const texts = ['a\u2028b\u2029c\r\nd\u0085e', 'é'.repeat(30_000), 'ü'.repeat(30_000), 'lone \ud800 surrogate', '\u0000\u001b[2J'];
    const writer = new JournalWriter(file, new Secrets());
    for (const text of texts) writer.append({ ...outcome, status: 'failed', response: { result: { text } } });
    writer.close();
    const read = (await all()).map((line) => ((line as OutcomeLine).response as { result: { text: string } }).result.text);
    expect(read).toEqual(texts);
  });

  test('contains no secret, and stays readable if a secret looks like a number, a name or a status', async () => {
    const secrets = new Secrets();
    for (const secret of ['correct horse', '12345678', 'outcome', 'passed', 'privkey', 'durationMs'])
      expect(secrets.add(secret).registered).toBe(true);
    const writer = new JournalWriter(file, secrets);
    writer.append({
      ...outcome,
      durationMs: 12345678,
      findings: [{ check: 'type', evidence: 'document', source: 'document 1', message: 'the passphrase is correct horse' }],
      request: { method: 'walletpassphrase', params: ['correct horse', 12345678] },
      response: { result: { privkey: 'x', 'privkey correct horse': new LosslessNumber('12345678') } },
    });
    writer.close();
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('correct horse');
    expect(text).not.toContain('privkey');
    expect(await all()).toMatchObject([
      {
        t: 'outcome',
        status: 'passed',
        durationMs: 12345678,
        findings: [{ evidence: 'document', message: 'the passphrase is ***' }],
        request: { params: ['***', '***'] },
      },
    ]);
  });

  test('keeps which findings make the run fail if a secret has that name', async () => {
    const secrets = new Secrets();
    for (const secret of ['minor', 'regtest', '2026']) expect(secrets.add(secret).registered).toBe(true);
    const writer = new JournalWriter(file, secrets);
    writer.append({ ...start, failOn: 'minor' });
    writer.close();
    expect(await all()).toMatchObject([{ t: 'start', failOn: 'minor', target: { chain: '***' } }]);
  });

  test('cannot be written after it was closed', () => {
    const writer = new JournalWriter(file, new Secrets());
    writer.close();
    writer.close();
    expect(() => writer.append({ t: 'note', text: 'late' })).toThrow('closed');
  });
});
