import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Registry } from '../../reports/metrics/registry.ts';
import { parseMetrics, valueOf } from '../../reports/metrics/testing/parse-metrics.ts';
import { MetricsFile } from './metrics-file.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'pyx-metrics-file-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function large(): { registry: Registry; count: () => void } {
  const registry = new Registry();
  const counter = registry.counter({ name: 'pyx.test', help: 'Counts.', unit: '{x}', labels: ['x'] });
  for (let index = 0; index < 400; index++) counter.at({ x: `${'long '.repeat(40)}${index}` });
  return { registry, count: () => counter.series().forEach(({ value }) => value.add(1)) };
}

test('whoever reads the file while it is replaced reads a whole one, of one moment', async () => {
  const { registry, count } = large();
  const file = join(folder, 'pyx.prom');
  const opened = await MetricsFile.open(file, registry);
  const reader = { isOver: false };
  const read: number[] = [];
  const reading = (async (): Promise<void> => {
    while (!reader.isOver) {
      const family = parseMetrics(await readFile(file, 'utf8')).find(({ name }) => name === 'pyx_test_total');
      const values = new Set(family?.metrics.map(({ value }) => Number(value)));
      expect(values.size).toBe(1);
      read.push([...values][0]!);
    }
  })();
  for (let turn = 0; turn < 60; turn++) {
    count();
    await opened.deliver();
  }
  reader.isOver = true;
  await reading;
  await opened.close();
  // It was read while it changed.
  expect(new Set(read).size).toBeGreaterThan(3);
  expect(valueOf(readFileSync(file, 'utf8'), 'pyx_test_total')).toBe(400 * 60);
  expect(readdirSync(folder)).toEqual(['pyx.prom']);
});

test('makes the folder, and removes what a killed process left of the file', async () => {
  const file = join(folder, 'new/pyx.prom');
  mkdirSync(join(folder, 'new'));
  // No process has it.
  writeFileSync(`${file}.${2 ** 22 + 7}.partial`, 'half');
  await (await MetricsFile.open(file, new Registry())).close();
  expect(readdirSync(join(folder, 'new'))).toEqual(['pyx.prom']);
  await (await MetricsFile.open(join(folder, 'other/pyx.prom'), new Registry())).close();
  // Again: a file of metrics may be replaced.
  await (await MetricsFile.open(file, new Registry())).close();
});

test.each([
  ['a file of other content', (path: string) => writeFileSync(path, '{"results": 1}'), /holds something else than what --metrics writes/],
  ['a folder', (path: string) => mkdirSync(path), /it is a folder, not a file; name a new file/],
  ['a device', (path: string) => symlinkSync('/dev/null', path), /no regular file/],
])('%s is not replaced', async (_, make, message) => {
  const file = join(folder, 'thing');
  make(file);
  await expect(MetricsFile.open(file, new Registry())).rejects.toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(message) }),
  );
  expect(readdirSync(folder)).toEqual(['thing']);
});

test('a file in what is no folder is refused', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(MetricsFile.open(join(folder, 'file/pyx.prom'), new Registry())).rejects.toThrow(/--metrics: .* cannot be written \(\w+\)/);
});
