import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JournalLine } from '../engine/journal-lines.ts';
import { killedRun, outcome, start, writeJournal } from './testing/sample-journal.ts';

const CASES = 100_000;
const HEAP_MIB = 80;

function* bigRun(): Generator<JournalLine> {
  yield { ...start, planned: CASES };
  for (let n = 0; n < CASES; n++) {
    const status = n % 50 === 0 ? 'failed' : n % 10 === 0 ? 'observed' : 'passed';
    yield outcome({
      id: `methods/method-${n % 170}/${n}`,
      method: `method-${n % 170}`,
      status,
      findings:
        status === 'passed'
          ? []
          : [
              {
                check: `check-${n % 7}`,
                evidence: status === 'failed' ? 'document' : 'observation',
                source: 's',
                path: `tx[${n}].txid`,
                message: 'x'.repeat(200),
              },
            ],
      ...(status === 'failed' && { request: { method: 'm', params: [n] }, response: { result: 'y'.repeat(2_000) } }),
    });
  }
  yield* killedRun.slice(-1);
}

test('the reports of 100,000 cases are written with a small heap', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-memory-'));
  try {
    const file = join(folder, 'journal.jsonl');
    writeJournal(file, bigRun());
    const script = `
      const { writeReports } = await import(${JSON.stringify(new URL('./write-reports.ts', import.meta.url).href)});
      const digest = await writeReports(process.argv[1], process.argv[2]);
      console.log(JSON.stringify(digest.totals));`;
    const child = spawnSync(
      process.execPath,
      [`--max-old-space-size=${HEAP_MIB}`, '--import', 'tsx', '--input-type=module', '-e', script, file, join(folder, 'out')],
      { encoding: 'utf8' },
    );
    expect(child.stderr).toBe('');
    expect(JSON.parse(child.stdout)).toMatchObject({ passed: 90_000, failed: 2_001, observed: 8_000 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 300_000);
