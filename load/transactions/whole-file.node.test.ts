import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeWhole } from './whole-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-whole-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function* parts(text: string): AsyncGenerator<string> {
  yield text;
}

test('what a killed process left of the file is removed, and nothing else', async () => {
  const { pid: endedPid } = spawnSync(process.execPath, ['--version']);
  const kept = [
    `a.ndjson.${process.ppid}.partial`, // its process runs
    `other.ndjson.${endedPid}.partial`,
    `a.ndjson.${endedPid}`,
    `a.ndjson.gz.${endedPid}.partial`,
    'a.ndjson.x.partial',
    'a.ndjson.0.partial', // kill(0) means a group of processes
  ];
  for (const name of [...kept, `a.ndjson.${endedPid}.partial`]) writeFileSync(join(folder, name), 'part');
  const file = join(folder, 'a.ndjson');
  let during: string[] = [];
  await writeWhole(file, async (write) => {
    during = readdirSync(folder);
    await write(parts('whole'));
  });
  expect(during.sort()).toEqual([...kept, `a.ndjson.${process.pid}.partial`].sort());
  expect(readdirSync(folder).sort()).toEqual([...kept, 'a.ndjson'].sort());
  expect(readFileSync(file, 'utf8')).toBe('whole');
});

test('work that fails leaves no file', async () => {
  const failing = writeWhole(join(folder, 'a.ndjson'), () => Promise.reject(new Error('enough')));
  await expect(failing).rejects.toThrow('enough');
  expect(readdirSync(folder)).toEqual([]);
});
