import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnText } from './column-text.ts';

let folder: string;
let run: string;
let targetFile: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-column-'));
  run = join(folder, 'a=run');
  mkdirSync(run);
  writeFileSync(join(run, 'journal.jsonl'), '');
  mkdirSync(join(folder, 'gate'));
  writeFileSync(join(folder, 'gate/gate.json'), '{}');
  targetFile = join(folder, 'acme.yaml');
  writeFileSync(targetFile, 'name: acme\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a column is a target or the folder of a run, with or without a label', () => {
  expect(columnText('embedded')).toEqual({ source: 'target', target: 'embedded' });
  expect(columnText('Acme 1.2=process:build/acmed')).toEqual({ label: 'Acme 1.2', source: 'target', target: 'process:build/acmed' });
  expect(columnText('process:/opt/a=b/acmed')).toEqual({ source: 'target', target: 'process:/opt/a=b/acmed' });
  expect(columnText('http://user:a=b@127.0.0.1:18443')).toEqual({ source: 'target', target: 'http://user:a=b@127.0.0.1:18443' });
  expect(columnText(run)).toEqual({ source: 'folder', folder: run });
  expect(columnText(`old=${run}`)).toEqual({ label: 'old', source: 'folder', folder: run });
});

test('a target file follows @; a digest of an image and the host of an address are none', () => {
  expect(columnText(`new=process:acmed@${targetFile}`)).toEqual({ label: 'new', source: 'target', target: 'process:acmed', targetFile });
  expect(columnText('process:acmed@none')).toEqual({ source: 'target', target: 'process:acmed', targetFile: 'none' });
  expect(columnText('container:acme@sha256:00ff')).toEqual({ source: 'target', target: 'container:acme@sha256:00ff' });
  expect(columnText(`container:acme@sha256:00ff@${targetFile}`)).toEqual({
    source: 'target',
    target: 'container:acme@sha256:00ff',
    targetFile,
  });
  expect(columnText('process:acmed@litecoind-0.21')).toMatchObject({ target: 'process:acmed', targetFile: 'litecoind-0.21' });
  expect(columnText('http://user:secret@127.0.0.1:18443')).toEqual({ source: 'target', target: 'http://user:secret@127.0.0.1:18443' });
});

test.each([
  ['bogus', /"bogus" is not a target; give embedded, .*, or the output folder of a run$/],
  ['label=', /"label=" is not a target/],
  ['process:acmed@missing.yaml', /missing\.yaml/],
  ['http://me:secret@127.0.0.1:1@missing.yaml', /missing\.yaml/],
])('%s is refused', (text, message) => {
  expect(() => columnText(text)).toThrow(message);
  expect(() => columnText(text)).not.toThrow(/secret/);
});

test('a folder that is none of a run is refused, with what to name in its place', () => {
  expect(() => columnText(folder)).toThrow(`${folder} has no journal.jsonl; name the output folder of a run`);
  expect(() => columnText(join(folder, 'gate'))).toThrow(/such as .*gate\/run-1 of this gate$/);
  expect(() => columnText(`${run}@${targetFile}`)).toThrow(
    /is the folder of a run, which has its target file; leave out @.*pyx report --rejudge/,
  );
});
