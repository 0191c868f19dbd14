import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { JournalWriter, readJournal } from './journal.ts';
import type { OutcomeLine, WrittenLine } from './journal-lines.ts';
import type { Finding } from './outcome.ts';

const finding: Finding = { check: 'refused', evidence: 'document', source: 'document 1', message: 'no' };
const outcome: OutcomeLine = {
  t: 'outcome',
  id: 'a/b',
  suite: 'a',
  method: null,
  kind: 'k',
  status: 'failed',
  durationMs: 1,
  calls: 1,
  findings: [finding],
  hits: ['m:x'],
  replay: 'npx --no-install pyx run --case a/b',
};

/** A line as read from the file, and its length there. */
async function kept(line: OutcomeLine, secrets = new Secrets()): Promise<{ read: OutcomeLine; bytes: number; text: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-shorten-'));
  try {
    const file = join(folder, 'journal.jsonl');
    const writer = new JournalWriter(file, secrets);
    writer.append(line);
    writer.close();
    const lines: WrittenLine[] = [];
    for await (const line of readJournal(file)) lines.push(line);
    const text = readFileSync(file, 'utf8');
    return { read: lines[0] as OutcomeLine, bytes: Buffer.byteLength(text), text };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('an answer of megabytes is cut, with its length and its hash', async () => {
  const error = { code: -1, message: 'x'.repeat(5_000_000) };
  const { read, bytes } = await kept({
    ...outcome,
    findings: [{ ...finding, message: `refused with -1 (${error.message})` }],
    response: { error },
  });
  const whole = JSON.stringify({ error });
  expect(bytes).toBeLessThan(20_000);
  expect(read.response).toMatchObject({
    cut: { sha256: createHash('sha256').update(whole).digest('hex'), beginning: whole.slice(0, 8_192) },
  });
  expect(Number((read.response as { cut: { characters: unknown } }).cut.characters)).toBe(whole.length);
  expect(read.findings[0]?.message).toMatch(/^refused with -1 \(x{4079}… \(5000018 characters, sha256 [0-9a-f]{64}\)$/);
  expect(read).toMatchObject({ status: 'failed', hits: ['m:x'], replay: 'npx --no-install pyx run --case a/b' });
});

test('what came when a case was tried again is cut too', async () => {
  const { read, bytes } = await kept({ ...outcome, retries: [{ place: 'in place', status: 'failed', reason: 'x'.repeat(5_000_000) }] });
  expect(bytes).toBeLessThan(20_000);
  expect(read.retries).toMatchObject([{ place: 'in place', status: 'failed' }]);
  expect(read.retries?.[0]?.reason).toMatch(/^x{4096}… \(5000000 characters, sha256 [0-9a-f]{64}\)$/);
});

test('a text below the limit is kept whole', async () => {
  const response = { result: 'ab'.repeat(15_000) };
  expect((await kept({ ...outcome, response })).read.response).toEqual(response);
});

test('the call of a passed case is kept if it is short', async () => {
  const passed = (length: number): OutcomeLine => ({
    ...outcome,
    status: 'passed',
    findings: [],
    request: { method: 'getblock', params: [] },
    response: { result: 'x'.repeat(length) },
  });
  expect((await kept(passed(7_000))).read).toMatchObject({ request: { method: 'getblock' }, response: { result: 'x'.repeat(7_000) } });
  const { read, bytes } = await kept(passed(9_000));
  expect([read.request, read.response, read.status, read.hits]).toEqual([undefined, undefined, 'passed', outcome.hits]);
  expect(bytes).toBeLessThan(1_000);
});

test('arguments of megabytes are cut too', async () => {
  const { read, bytes } = await kept({ ...outcome, request: { method: 'getblock', params: ['['.repeat(1_000_000)], wallet: 'w' } });
  expect(bytes).toBeLessThan(20_000);
  expect(read.request).toMatchObject({ method: 'getblock', params: [], wallet: 'w', cut: { beginning: `["${'['.repeat(8_190)}` } });
});

test('of a million findings some are kept, with the number of the others', async () => {
  const { read } = await kept({ ...outcome, findings: Array.from({ length: 5_000 }, (_, index) => ({ ...finding, path: `[${index}]` })) });
  expect(read.findings).toHaveLength(201);
  expect(read.findings.at(-1)?.message).toBe('no (and 4800 more findings)');
});

test('a secret at the place of the cut is masked completely', async () => {
  const secrets = new Secrets();
  secrets.add('correct-horse-battery');
  const { text } = await kept(
    { ...outcome, response: { result: `${'x'.repeat(8_192 - 20)}correct-horse-battery${'y'.repeat(100_000)}` } },
    secrets,
  );
  expect(text).toContain('xxx***yyyyyy"}');
  expect(text).not.toContain('correct');
});
