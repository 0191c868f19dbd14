import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostile } from '../testing/sample-journal.ts';
import { samplePower } from './testing/sample-power-results.ts';
import { writeResults } from '../write-results.ts';
import { powerDocuments } from './documents.ts';
import { powerVerdict } from './verdict.ts';

test('texts of a node hide nothing in the results, which keep them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-power-reports-'));
  try {
    const results = { ...samplePower, target: { ...samplePower.target, subversion: hostile } };
    writeResults(results, powerVerdict(results, undefined), powerDocuments, { outDir: folder });
    const text = readFileSync(join(folder, 'selfcheck.json'), 'utf8');
    expect(text).not.toMatch(/[\u0080-\u009f\u202e\u2028\ufffe]/);
    expect(JSON.parse(text)).toEqual(results);
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).not.toMatch(/[\u0080-\u009f\u202e\u2028\ufffe]|<img src=x/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
