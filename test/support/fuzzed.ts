import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FuzzResults } from '../../reports/fuzz/results.ts';
import { pyx, type PyxEnded } from './pyx.ts';

/** The methods of the small node that a fragility is about, and some others. */
export const METHODS = 'getaddressinfo,getblock,getblockheader,getblockhash,getblockcount,getdifficulty,getmempoolinfo,getchaintips,uptime';

export interface Fuzzed extends PyxEnded {
  readonly results: FuzzResults;
}

/** `fuzz.json` of a folder. */
export async function results(folder: string): Promise<FuzzResults> {
  return JSON.parse(await readFile(join(folder, 'fuzz.json'), 'utf8')) as FuzzResults;
}

/** `pyx fuzz` of a small node, with a corpus in the folder. */
export async function fuzz(folder: string, program: string, ...more: string[]): Promise<Fuzzed> {
  const out = join(folder, 'out');
  const args = ['fuzz', '--target', `process:${program}`, '--target-file', 'none', '--corpus', join(folder, 'corpus'), '--out', out];
  const ended = await pyx([...args, ...(more.includes('--method') ? [] : ['--method', METHODS]), ...more]);
  expect(ended.code, ended.stderr).not.toBe(2);
  return { ...ended, results: await results(out) };
}
