import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCachedProgram } from './code-cache.ts';

const BUNDLE = 'sum-A1.cjs';
const SOURCE = 'const { basename } = require("node:path"); exports.sum = (a, b) => a + b; exports.name = basename(__filename);';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-code-cache-'));
  writeFileSync(join(folder, BUNDLE), SOURCE);
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (bundle = BUNDLE) => openCachedProgram<{ sum(a: number, b: number): number; name: string }>(folder, bundle);
const cacheFiles = (): string[] => readdirSync(folder).filter((name) => name.includes('.cache'));

/** Runs the program, keeps its code, and returns the path of the file that holds it. */
function keep(): string {
  const program = open();
  expect(program.exports.sum(2, 3)).toBe(5);
  program.keepCode();
  const [name = ''] = cacheFiles();
  return join(folder, name);
}

test('the code is kept beside the bundle, for this Node and machine, and used by the next run', () => {
  const file = keep();
  expect(file).toContain(`sum-A1-node-${process.version}-${process.platform}-${process.arch}`);
  const { ino } = statSync(file);
  const again = open();
  expect(again.exports.sum(20, 3)).toBe(23);
  expect(again.exports.name).toBe(BUNDLE);
  again.keepCode();
  expect(statSync(file).ino).toBe(ino);
  expect(cacheFiles()).toHaveLength(1);
});

test('a bundle with other contents has another name, so that it is compiled', () => {
  keep();
  writeFileSync(join(folder, 'sum-B2.cjs'), SOURCE.replace('a + b', 'a - b'));
  expect(open('sum-B2.cjs').exports.sum(2, 3)).toBe(-1);
});

test('damaged code is not used, and replaced', () => {
  const file = keep();
  const whole = readFileSync(file);
  const damaged = [Buffer.alloc(0), Buffer.alloc(whole.length), whole.subarray(0, whole.length / 2), Buffer.from('no code')];
  for (let at = 0; at < whole.length; at += 7) damaged.push(Buffer.from(whole.map((byte, index) => (index === at ? byte ^ 0x55 : byte))));
  for (const bytes of damaged) {
    writeFileSync(file, bytes);
    const { ino } = statSync(file);
    const program = open();
    expect(program.exports.sum(2, 3)).toBe(5);
    program.keepCode();
    expect(statSync(file).ino).not.toBe(ino);
  }
});

test('where nothing can be written the program runs, and nothing is left behind', () => {
  const file = keep();
  rmSync(file);
  mkdirSync(file);
  const program = open();
  expect(program.exports.sum(2, 3)).toBe(5);
  program.keepCode();
  expect(cacheFiles()).toHaveLength(1);
});
