import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bySecond } from './arrivals-csv.ts';
import { CsvFile } from './csv-file.ts';
import { SecondsCsv } from './seconds-csv.ts';

let file: string;
beforeEach(() => void (file = join(mkdtempSync(join(tmpdir(), 'pyx-csv-')), 'seconds.csv')));
afterEach(() => rmSync(join(file, '..'), { recursive: true }));

test('is a table of RFC 4180, line by line', () => {
  const csv = CsvFile.open(file, ['name', 'time_s'], () => undefined);
  expect(readFileSync(file, 'utf8')).toBe('name,time_s\r\n');
  csv.append(['a "b", c\nd', 0.5]);
  expect(readFileSync(file, 'utf8')).toBe('name,time_s\r\n"a ""b"", c\nd",0.5\r\n');
  csv.close();
  csv.append(['after the end', 1]);
  expect(readFileSync(file, 'utf8')).not.toContain('after');
});

test('replaces a table with the same header, and nothing else', () => {
  for (const header of [
    ['a', 'b'],
    ['a', 'b'],
  ])
    CsvFile.open(file, header, () => undefined).close();
  const refusal = expect.objectContaining({
    name: 'UsageError',
    message: expect.stringContaining('--csv writes, which would be lost; name a new file') as string,
  });
  expect(() => CsvFile.open(file, ['a', 'c'], () => undefined)).toThrow(refusal);
  writeFileSync(file, 'my notes');
  expect(() => CsvFile.open(file, ['a', 'b'], () => undefined)).toThrow(refusal);
  expect(readFileSync(file, 'utf8')).toBe('my notes');
});

test('a second has its side, its phase, and a figure in each column', () => {
  const csv = new SecondsCsv(file, () => undefined);
  csv.phase = 'load 1 of 2';
  const counts = { planned: 1, sent: 2, ended: 3, results: 4, late: 5, failed: 6, refused: 7 };
  csv.second('beside', { second: 0, ...counts, p50Us: 8, p99Us: 9, maxUs: 10, inFlight: 11, waiting: 12 });
  csv.close();
  const [header = '', row = ''] = readFileSync(file, 'utf8').split('\r\n');
  expect(header.split(',')).toHaveLength(16);
  expect(row.replace(/^[\d:.TZ-]+/, 'TIME')).toBe('TIME,beside,load 1 of 2,0,1,2,3,4,5,6,7,8,9,10,11,12');
});

test('arrivals are counted by seconds after the start time', () => {
  expect(bySecond([-200, 0, 999_999, 1_000_000, 3_500_000])).toEqual([3, 1, 0, 1]);
  expect(bySecond([])).toEqual([]);
});
