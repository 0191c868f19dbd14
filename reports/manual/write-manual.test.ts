import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { otherThanManual, writeManual } from './write-manual.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-manual-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const site = (...paths: string[]): Map<string, string> => new Map(paths.map((path) => [path, `the page ${path}`]));

test('a manual replaces an earlier one, of which nothing is left', () => {
  writeManual(folder, site('index.html', 'methods/old.html'));
  expect(otherThanManual(folder)).toEqual([]);
  const bytes = writeManual(folder, site('index.html', 'methods/new.html'));
  expect(readdirSync(join(folder, 'methods'))).toEqual(['new.html']);
  expect(readFileSync(join(folder, 'methods/new.html'), 'utf8')).toBe('the page methods/new.html');
  expect(bytes).toBe(
    ['index.html', 'methods/new.html', 'manual.json'].reduce((sum, path) => sum + readFileSync(join(folder, path)).length, 0),
  );
});

test('other output of Pyx is not replaced', () => {
  writeFileSync(join(folder, '.pyx'), 'Output of pyx');
  expect(otherThanManual(folder)).toEqual([]);
  writeFileSync(join(folder, 'journal.jsonl'), '{}');
  expect(otherThanManual(folder)).toEqual(['journal.jsonl']);
  writeFileSync(join(folder, 'manual.json'), 'no list');
  expect(otherThanManual(folder)).toEqual(['journal.jsonl', 'manual.json']);
});

test('a list with paths outside of the folder removes nothing there', () => {
  const outside = `${folder}-outside.html`;
  writeFileSync(outside, 'of somebody else');
  try {
    writeFileSync(
      join(folder, 'manual.json'),
      JSON.stringify({ kind: 'manual', files: [`../${outside.split('/').at(-1)}`, outside, 'methods/../../x'] }),
    );
    writeManual(folder, site('index.html'));
    expect(existsSync(outside)).toBe(true);
  } finally {
    rmSync(outside);
  }
});
