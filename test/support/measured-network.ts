import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TpsResults } from '../../load/tps/results.ts';
import schema from '../../reports/load/tps-results.schema.json' with { type: 'json' };
import { resultsValidator } from '../../reports/results-validator.ts';
import { inFolder, pyx } from './pyx.ts';

const validate = resultsValidator(schema);

/** Runs a test of a network, and returns its results, which the schema must describe, and its page. */
export async function measured(...args: string[]): Promise<{ results: TpsResults; page: string; stdout: string }> {
  return endedWith([0], args);
}

/** The same of one that may end with one of these exit codes. */
export async function endedWith(codes: number[], args: string[]): Promise<{ results: TpsResults; page: string; stdout: string }> {
  return inFolder(async (out) => {
    const { code, stdout, stderr } = await pyx(['tps', '--start-in', '500ms', '--seed', '3', ...args, '--out', out]);
    expect(codes, stdout + stderr).toContain(code);
    const results = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as TpsResults;
    expect(validate(results), JSON.stringify(validate.errors)).toBe(true);
    return { results, page: await readFile(join(out, 'index.html'), 'utf8'), stdout };
  });
}
