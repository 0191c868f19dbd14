import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TpsResults } from '../load/tps/results.ts';
import { openPrepared } from '../load/transactions/open-prepared.ts';
import { preparedTxid } from '../load/transactions/sign.ts';
import { needs } from './require.ts';
import { overspent } from './support/asset-transfers.ts';
import { inFolder, pyx } from './support/pyx.ts';

const assets = ['tps', '--kind', 'asset', '--warm-up', '0', '--transactions', '60', '--rounds', '2', '--start-in', '500ms'];

const resultsOf = async (out: string): Promise<TpsResults> => JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as TpsResults;

test('transfers of an asset are measured like payments, and an over-spent one is named', () =>
  inFolder(async (out) => {
    const file = join(out, 'prepared.ndjson');
    const args = [...assets, '--batch', '10', '--outputs-per-tx', '3', '--seed', '5', '--prepared', file];
    const first = await pyx([...args, '--out', join(out, 'a')]);
    expect(first.code, first.stdout + first.stderr).toBe(0);
    expect(first.stderr).toContain('2 rounds of 60 asset transfers, 3 outputs each, by tpstestadd');
    expect(first.stderr).toContain('create an asset by a wallet of the first sender');
    expect(first.stdout).toMatch(/Passed with remarks {2}All 120 asset transfers of 2 rounds/);
    const { options, rounds, totals, faults } = await resultsOf(join(out, 'a'));
    expect(options).toMatchObject({ kind: 'asset', via: 'tpstestadd', senders: 2, receivers: 1, outputsPerTx: 3 });
    expect(faults).toEqual([]);
    expect(totals).toMatchObject({ rounds: 2, given: 120, received: 120, lost: 0, refused: 0 });
    for (const { everywhere, confirmation } of rounds) {
      expect(everywhere).toMatchObject({ transactions: 60, outputs: 180 });
      expect(confirmation).toMatchObject({ unconfirmed: 0 });
    }
    expect(await readFile(join(out, 'a', 'index.html'), 'utf8')).toContain('Transfers of an asset, each with 3 outputs');

    // The same on fresh nodes, with the last transfer of the first round replaced.
    const { header } = await openPrepared(file);
    const lines = (await readFile(file, 'utf8')).split('\n');
    const index = 59;
    const at = 1 + header.blocks + index;
    const bad = overspent((JSON.parse(lines[at]!) as { tx: string }).tx, index, header);
    lines[at] = JSON.stringify({ tx: bad });
    await writeFile(file, lines.join('\n'));
    const again = await pyx([...args, '--out', join(out, 'b')]);
    expect(again.code, again.stdout + again.stderr).toBe(1);
    expect(again.stderr).toContain('using the transactions of');
    expect(again.stderr).not.toContain('create an asset');
    const results = await resultsOf(join(out, 'b'));
    expect(results.faults).toEqual([
      {
        kind: 'refused',
        round: 1,
        count: 1,
        examples: [
          {
            index,
            txid: preparedTxid(bad),
            sender: expect.stringMatching(/^sender-[12]$/) as string,
            reason: expect.stringMatching(/^bad-asset-amount, 3 units of asset \d+ are spent and 4 sent$/) as string,
          },
        ],
      },
    ]);
    expect(results.totals).toMatchObject({ given: 120, received: 119, lost: 0, refused: 1 });

    const asCoin = await pyx(['tps', '--kind', 'coin', '--transactions', '60', '--prepared', file, '--out', join(out, 'c')]);
    expect(asCoin.code, asCoin.stdout + asCoin.stderr).toBe(2);
    expect(asCoin.stderr).toContain('are of the kind asset, and --kind is coin; use --kind asset, or name a new file');
  }));

test('nodes without assets are refused with a remedy', async (ctx) => {
  await needs(ctx, 'litecoind');
  await inFolder(async (out) => {
    const { code, stdout, stderr } = await pyx([...assets, '--target', 'process:litecoind', '--out', out]);
    expect(code, stdout + stderr).toBe(2);
    expect(stderr).toMatch(
      /--kind asset, but sender-1 does not have the method assetinfo: .*; use --kind coin, or nodes of a release with assets/,
    );
    expect(stderr).not.toContain('    at ');
  });
});
