import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LoadResults } from '../load/results.ts';
import type { FuzzResults } from '../reports/fuzz/results.ts';
import type { RunResults } from '../specs/model/generated/results/results.d.ts';
import { needs } from './require.ts';
import { mortalCoind } from './support/mortal-coind.ts';
import { inFolder, pyx } from './support/pyx.ts';

/** How the documents name the lines, folded. */
const FOLDED =
  /<details class="log"><summary class="soft">the last lines that the node logged [a-z ]+<\/summary><pre[^>]*>[^<]*mortal: killed by/;

const read = (out: string, file: string): Promise<string> => readFile(join(out, file), 'utf8');

test('a failed case has the lines that its node logged while it ran, and no other case has them', () =>
  inFolder(async (folder) => {
    const target = `process:${await mortalCoind(folder)}`;
    const out = join(folder, 'out');
    const cases = 'methods/combinepsbt/*,methods/abandontransaction/*';
    const ended = await pyx(['run', '--target', target, '--target-file', 'coind', '--seed', '3', '--case', cases, '--out', out]);
    expect(ended.code, ended.stderr).toBe(1);
    const { cases: all } = JSON.parse(await read(out, 'results.json')) as RunResults;
    const logged = Object.fromEntries(all.flatMap(({ id, nodeLog }) => (nodeLog ? [[id, nodeLog]] : [])));
    expect(logged).toMatchObject({
      'methods/combinepsbt/near-miss/txs:empty': expect.arrayContaining(['mortal: killed by emptyList']) as unknown,
      'methods/abandontransaction/near-miss/txid:all-zero': expect.arrayContaining(['mortal: killed by writing']) as unknown,
    });
    for (const [id, lines] of Object.entries(logged)) {
      expect(
        lines.filter((line) => line.startsWith('mortal:')),
        id,
      ).toHaveLength(1);
      // What it logged when it was started is not of the case.
      expect(lines.join('\n')).not.toContain('Done loading');
    }
    expect(all.filter(({ status, nodeLog }) => status !== 'failed' && nodeLog !== undefined)).toEqual([]);
    expect(await read(out, 'index.html')).toMatch(FOLDED);
    expect(await read(out, 'summary.md')).toContain(
      '<details><summary><code>the last lines that the node logged while the case ran</code>',
    );
  }));

test('a finding of fuzz has those of the shortened requests, a load those of its node that ended', () =>
  inFolder(async (folder) => {
    const deadly = { hash: '"method":"getblockhash"' };
    const target = `process:${await mortalCoind(folder, { deadly })}`;
    const fuzz = ['fuzz', '--method', 'getblockhash', '--runs', '50', '--jobs', '1', '--seed', '1', '--no-corpus'];
    const fuzzed = await pyx([...fuzz, '--target', target, '--target-file', 'coind', '--out', join(folder, 'fuzz')]);
    expect(fuzzed.code, fuzzed.stderr).toBe(1);
    const { findings } = JSON.parse(await read(join(folder, 'fuzz'), 'fuzz.json')) as FuzzResults;
    const crash = findings.find(({ property, method }) => property === 'crash' && method === 'getblockhash');
    expect(crash?.nodeLog).toContain('mortal: killed by hash');
    expect(await read(join(folder, 'fuzz'), 'index.html')).toMatch(FOLDED);

    const load = ['load', '--method', 'getmempoolinfo', '--rate', '20', '--duration', '2s', '--warm-up', '0s'];
    const calls = { pool: '"method":"getmempoolinfo"' };
    const mortal = `process:${await mortalCoind(folder, { deadly: calls })}`;
    const loaded = await pyx([...load, '--target', mortal, '--target-file', 'coind', '--out', join(folder, 'load')]);
    expect(loaded.code, loaded.stderr).toBe(1);
    const results = JSON.parse(await read(join(folder, 'load'), 'results.json')) as LoadResults;
    expect(results.nodeLog).toContain('mortal: killed by pool');
    expect(await read(join(folder, 'load'), 'index.html')).toMatch(FOLDED);
    expect(await read(join(folder, 'load'), 'summary.md')).toContain('the last lines that the node logged during the load');
  }));

test('litecoind is followed too', (ctx) =>
  inFolder(async (folder) => {
    await needs(ctx, 'litecoind');
    const out = join(folder, 'out');
    const run = ['run', '--target-file', 'none', '--seed', '1', '--case', 'methods/getblock/enum/verbosity=2', '--out', out];
    const ended = await pyx([...run, '--target', 'process:litecoind']);
    expect(ended.code, ended.stderr).toBe(1);
    const { cases } = JSON.parse(await read(out, 'results.json')) as RunResults;
    const lines = cases.flatMap(({ nodeLog = [] }) => nodeLog);
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(
      lines.some((line) => /UpdateTip|AddToWallet|CreateNewBlock/.test(line)),
      lines.join('\n'),
    ).toBe(true);
  }));
