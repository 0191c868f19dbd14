import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killedRun, listenedRun, writeJournal } from '../reports/testing/sample-journal.ts';
import { reportCommand } from './report-command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-against-'));
  for (const [name, lines] of [
    ['run', killedRun],
    ['listened', listenedRun],
  ] as const) {
    mkdirSync(join(folder, name));
    writeJournal(join(folder, name, 'journal.jsonl'), lines);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['listened', 'run', /run is of pyx run, and .*listened has what clients called: they have no case in common; .*pyx matrix/],
  ['run', 'listened', /listened has what clients called, and .*run is of pyx run: they have no case in common/],
])('%s is not compared to %s: nothing in one is in the other', async (dir, against, message) => {
  await expect(reportCommand([join(folder, dir)], { against: [join(folder, against)] })).rejects.toThrow(message);
});
