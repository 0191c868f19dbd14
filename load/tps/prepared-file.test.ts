import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../client/types.ts';
import { preparedFor, type PreparedFileOptions } from './prepared-file.ts';

const header = {
  format: 1,
  kind: 'coin',
  chain: 'regtest',
  genesis: 'ab'.repeat(32),
  hrp: 'xrt',
  seed: 7,
  transactions: 20,
  outputsPerTx: 3,
  outputSat: 1_000,
  feeSat: 300,
  vsize: 172,
  curve: 'noble',
  blocks: 0,
  tip: { height: 5, hash: 'cd'.repeat(32) },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pyx-test-'));
  await writeFile(join(folder, 'prepared.ndjson'), `${JSON.stringify(header)}\n`);
});
afterEach(() => rm(folder, { recursive: true }));

/** A file that exists is not prepared again, so that its funder is never called. */
const existing = (changes: Partial<PreparedFileOptions>): PreparedFileOptions => ({
  file: join(folder, 'prepared.ndjson'),
  kind: 'coin',
  count: 20,
  outputsPerTx: undefined,
  funder: undefined as unknown as Client,
  seed: 1,
  jobs: undefined,
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...changes,
});

describe('preparedFor', () => {
  it('uses a file that holds enough, with as many outputs as it has', async () => {
    const { prepared, reused } = await preparedFor(existing({}));
    expect([reused, prepared.header.seed, prepared.header.outputsPerTx]).toEqual([true, 7, 3]);
    expect((await preparedFor(existing({ count: 5, outputsPerTx: 3 }))).reused).toBe(true);
  });

  it('refuses one that holds too few', async () => {
    await expect(preparedFor(existing({ count: 21 }))).rejects.toThrow(/holds 20 transactions, and all rounds together need 21; use fewer/);
  });

  it('refuses one of another kind', async () => {
    await expect(preparedFor(existing({ kind: 'asset' }))).rejects.toThrow(/are of the kind coin, and --kind is asset; use --kind coin/);
  });

  it('refuses one with another number of outputs than was asked for', async () => {
    await expect(preparedFor(existing({ outputsPerTx: 1 }))).rejects.toThrow(/have 3 outputs each, and --outputs-per-tx is 1; leave/);
  });
});
