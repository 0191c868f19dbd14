import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestOf } from './digest.ts';
import { killedRun, outcome, start, writeJournal } from './testing/sample-journal.ts';
import { summaryOf } from './summary.ts';
import type { JournalLine } from '../engine/journal-lines.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-summary-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function summary(lines: readonly JournalLine[]): Promise<string> {
  const file = join(folder, 'journal.jsonl');
  writeJournal(file, lines);
  return summaryOf(await digestOf(file));
}

test('shows the verdict, totals, coverage, causes and times', async () => {
  const text = await summary(killedRun);
  for (const expected of [
    '# ⛔ Pyx run: Could not be done',
    '| **all** | 1 | 4 | 1 | 1 | 1 | 1 | 1 |',
    '| parameters | 1 | 2 | 50 | 0 |',
    '| 3 | breaking | 2 | `txid is wrong`',
    '| `getblock` | document |',
    '- severity: breaking, evidence: document, `document 2, Block (getblock)`',
    'npx --no-install pyx run --case methods/getblock/verbosity=1 --seed 42',
    '| `start node` | 750 ms |',
  ])
    expect(text, expected).toContain(expected);
});

test('keeps texts of the node in code, where markup has no effect', async () => {
  const text = await summary(killedRun);
  const outside = text
    .replace(/<code>[^<]*<\/code>/g, '')
    .replace(/^(`{3,})\w*\n[^]*?\n\1$/gm, '') // blocks
    .replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, ''); // spans
  expect(outside).not.toMatch(/script|onerror|evil|owned|\*\*bold|rm -rf|&amp;/);
  expect(outside.match(/<\/?\w+/g)?.every((tag) => ['<details', '<summary', '</summary', '</details'].includes(tag))).toBe(true);
  expect(outside.match(/^# /gm)).toHaveLength(1);
});

test('stays short with many causes, reasons, notes and waivers, and states how many were left out', async () => {
  const finding = (n: number, rest = {}) => ({
    check: `check-${n}`,
    evidence: 'document' as const,
    source: 's',
    message: `m ${'x'.repeat(9_000)}`,
    ...rest,
  });
  const request = { method: 'getblock', params: Array.from({ length: 500 }, (_, n) => n) };
  const many = Array.from({ length: 150 }, (_, n) => [
    outcome({ id: `methods/getblock/${n}`, status: 'failed', findings: [finding(n)], request }),
    outcome({ id: `methods/getblock/w${n}`, status: 'waived', findings: [finding(n, { waiver: `because ${n}` })] }),
    outcome({ id: `methods/getblock/s${n}`, status: 'skipped', reason: `no coins ${n}` }),
    { t: 'note' as const, text: `note ${n}` },
  ]).flat();
  const text = await summary([start, ...many]);
  expect(text).toContain('… and 120 more causes');
  expect(text).toContain('## Not run: 150 cases');
  expect(text).toContain('1: `no coins 0` (`methods/getblock/s0`)');
  expect(text.split('\n').length).toBeLessThan(200);
  expect(text.length).toBeLessThan(60_000);
  // The failures are on the first page.
  expect(text.split('\n').findIndex((line) => line.includes('Failures: 150 causes'))).toBeLessThan(20);
});
