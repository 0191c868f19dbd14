import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostile } from '../testing/sample-journal.ts';
import { sampleSelfcheck } from './testing/sample-selfcheck-results.ts';
import { reportedVerdict } from '../verdict.ts';
import { writeResults } from '../write-results.ts';
import { selfcheckDocuments } from './documents.ts';
import { selfcheckVerdict } from './verdict.ts';

test('texts of a node hide nothing in the results, which keep them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-selfcheck-reports-'));
  try {
    const results = { ...sampleSelfcheck, target: { ...sampleSelfcheck.target, subversion: hostile } };
    writeResults(results, selfcheckVerdict(results), selfcheckDocuments, { outDir: folder });
    const text = readFileSync(join(folder, 'selfcheck.json'), 'utf8');
    expect(text).not.toMatch(/[\u0080-\u009f\u202e\u2028\ufffe]/);
    expect(JSON.parse(text)).toEqual({ ...results, verdict: reportedVerdict(selfcheckVerdict(results)) });
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).not.toMatch(/[\u0080-\u009f\u202e\u2028\ufffe]|<img src=x/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
