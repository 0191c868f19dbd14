import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { openPrepared } from '../load/transactions/open-prepared.ts';
import { prepareTransactions } from '../load/transactions/prepare-transactions.ts';
import { preparedTxid } from '../load/transactions/sign.ts';
import { askOf } from './support/ask.ts';

/** As many as can be prepared: their root transaction and fan-outs are the largest. */
const COUNT = 900_000;

test('the greatest number of transfers is prepared, and the first and last ones of each block of coins are accepted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-asset-transfers-'));
  const target = openEmbeddedTarget();
  try {
    const { client } = await target.start('default');
    const ask = askOf(client);
    const out = join(folder, 'prepared.ndjson');
    await prepareTransactions({ funder: client, kind: 'asset', count: COUNT, outputsPerTx: 1, seed: 1, out });
    let index = 0;
    for await (const hex of (await openPrepared(out)).transactions()) {
      // Ten fan-outs of 1,500 coins are mined in one block.
      if (index % 15_000 === 0 || index % 15_000 === 14_999)
        expect(await ask('testmempoolaccept', [[hex]]), `transfer ${index}`).toMatchObject([{ txid: preparedTxid(hex), allowed: true }]);
      index++;
    }
    expect(index).toBe(COUNT);
  } finally {
    await target.close();
    rmSync(folder, { recursive: true });
  }
});
