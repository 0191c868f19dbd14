import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fragileNode } from '../suites/fuzz/testing/fragile-node.ts';
import { fuzz, results } from './support/fuzzed.ts';
import { inFolder, pyx } from './support/pyx.ts';
import { resultsValidator } from '../reports/results-validator.ts';
import schema from '../reports/fuzz/fuzz.schema.json' with { type: 'json' };

test('a sound node passes, and the results are as described', async () => {
  await inFolder(async (folder) => {
    const program = await fragileNode(folder, 'none');
    const { code, stdout, results: own } = await fuzz(folder, program, '--runs', '1000', '--seed', '3');
    expect(code, stdout).toBe(0);
    expect(own.findings).toEqual([]);
    const validate = resultsValidator(schema);
    expect(validate(own), JSON.stringify(validate.errors)).toBe(true);
    expect(own.rate?.calls).toBeGreaterThan(100);
    expect(stdout).toMatch(/of a bare client/);
    expect(await readFile(join(folder, 'out', 'index.html'), 'utf8')).toContain('<h1>Passed</h1>');
    await expect(readdir(join(folder, 'corpus'))).rejects.toThrow('ENOENT');
  });
});

test('the embedded node passes, and its state is restored on the way', async () => {
  await inFolder(async (folder) => {
    const { code, stdout, stderr } = await pyx(['fuzz', '--runs', '1500', '--seed', '4', '--no-corpus', '--out', folder]);
    expect(code, stdout + stderr).toBe(0);
    const { methods, classes, stateChecks, lostNodes } = await results(folder);
    expect(Object.keys(methods).length).toBeGreaterThan(100);
    expect(Object.keys(classes)).toEqual(
      expect.arrayContaining(['valid', 'nearly-valid', 'wild', 'arity', 'named', 'list', 'bytes', 'mutated']),
    );
    expect(Object.values(methods).filter(({ results: accepted }) => accepted > 0).length).toBeGreaterThan(60);
    expect(stateChecks).toBeGreaterThan(10);
    expect(lostNodes).toBe(0);
  });
});

test.each([
  [['--target', 'http://127.0.0.1:1'], 'Pyx did not start this one'],
  [['--method', 'getblok'], 'did you mean getblock?'],
  [['--path', 'nonsense!'], '--path: the text is not the path of a finding'],
  [['--time', 'soon'], 'A time is a number with ms, s, m or h, such as 30s, from 1ms to 1000h.'],
])('%j cannot be done, and says why', async (args, message) => {
  const { code, stderr, stdout } = await pyx(['fuzz', ...args]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr + stdout).not.toMatch(/^\s+at /m);
});
