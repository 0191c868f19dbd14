import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { toHex } from '../oracles/bytes.ts';
import { TRANSFER_VERSION, transferScript } from '../load/transactions/asset-transfer.ts';
import { givePrepared } from '../load/transactions/give-prepared.ts';
import { openPrepared } from '../load/transactions/open-prepared.ts';
import { prepareTransactions } from '../load/transactions/prepare-transactions.ts';
import { preparedTxid } from '../load/transactions/sign.ts';
import { askOf, type AskNode } from './support/ask.ts';
import { transferIn } from './support/asset-transfers.ts';

interface AssetInfo {
  readonly total_supply: number;
  readonly max_supply: number;
  readonly balance: number;
  readonly precision: number;
}

interface Decoded {
  readonly transaction: { readonly vsize: number };
  readonly service: { readonly allocations: unknown };
}

let target: Target;
let folder: string;
beforeEach(() => {
  target = openEmbeddedTarget();
  folder = mkdtempSync(join(tmpdir(), 'pyx-asset-transfers-'));
});
afterEach(async () => {
  await target.close();
  rmSync(folder, { recursive: true });
});

async function mine(ask: AskNode, blocks: number): Promise<string[]> {
  return ask<string[]>('generatetoaddress', [blocks, await ask<string>('getnewaddress')]);
}

test.each([
  [70, 2],
  // Three fan-outs, and data outputs of more than 255 bytes.
  [3_100, 250],
])('%d transfers of %d outputs are accepted and mined by a node that was given the blocks of the file', async (count, outputsPerTx) => {
  const funder = await target.start('default');
  const out = join(folder, 'prepared.ndjson');
  await prepareTransactions({ funder: funder.client, kind: 'asset', count, outputsPerTx, seed: 7, out });
  const prepared = await openPrepared(out);
  expect(prepared.header).toMatchObject({ kind: 'asset', transactions: count, outputsPerTx });
  const transfers: string[] = [];
  for await (const hex of prepared.transactions()) transfers.push(hex);
  expect(new Set(transfers.map(preparedTxid)).size).toBe(count);

  const node = await target.start('default');
  const ask = askOf(node.client);
  await givePrepared(prepared, [node.client]);
  const sample = count > 100 ? [...transfers.slice(0, 2), ...transfers.slice(1_499, 1_501), ...transfers.slice(-2)] : transfers;
  const guids = new Set<number>();
  for (const hex of sample) {
    const { version, allocations } = transferIn(hex);
    expect(version).toBe(TRANSFER_VERSION);
    expect(allocations).toEqual([
      { guid: allocations[0]?.guid, outputs: Array.from({ length: outputsPerTx }, (_, n) => ({ n, amount: 1n })) },
    ]);
    guids.add(allocations[0]!.guid);
    const { transaction, service } = await ask<Decoded>('coindecoderawtransaction', [hex]);
    expect(prepared.header.vsize - transaction.vsize).toBeOneOf([0, 1]);
    expect(service).toMatchObject({ type: 'assetallocationsend', vout: outputsPerTx });
    expect(service.allocations).toEqual(
      allocations.map((allocation) => ({
        asset_guid: allocation.guid,
        outputs: allocation.outputs.map(({ n, amount }) => ({ n, units: Number(amount) })),
      })),
    );
    expect(await ask('sendrawtransaction', [hex])).toBe(preparedTxid(hex));
  }
  const [guid = 0, ...others] = guids;
  expect(others).toEqual([]);
  const [block = ''] = await mine(ask, 1);
  const { tx } = await ask<{ tx: string[] }>('getblock', [block, 1]);
  expect(tx.slice(1).sort()).toEqual(sample.map(preparedTxid).sort());
  const supply = count * outputsPerTx;
  expect(await ask<AssetInfo>('assetinfo', [guid])).toMatchObject({
    total_supply: supply,
    max_supply: supply,
    balance: 0,
    precision: 0,
  });
});

test.each([0, 8])('what a node with an asset of %d decimals sends has the form of what is prepared', async (precision) => {
  const { client } = await target.start('default');
  const ask = askOf(client);
  await mine(ask, 110);
  const { asset_guid: guid } = await ask<{ asset_guid: number }>('assetnew', [
    '1',
    'FORM',
    'form of transfers',
    '',
    precision,
    '1000000000',
  ]);
  await mine(ask, 1);
  await ask('assetsend', [guid, await ask<string>('getnewaddress'), '1000000000']);
  await mine(ask, 1);
  const unit = 10n ** BigInt(precision);
  for (const amount of [1n, 9n, 10n, 127n, 16_512n, 900_000_000n]) {
    const txid = await ask<string>('assetallocationsend', [guid, await ask<string>('getnewaddress'), String(amount)]);
    await mine(ask, 1);
    const { hex } = await ask<{ hex: string }>('gettransaction', [txid]);
    const { version, script, allocations } = transferIn(hex);
    expect(version).toBe(TRANSFER_VERSION);
    expect(allocations.map((allocation) => allocation.guid)).toEqual([guid]);
    const { outputs } = allocations[0]!;
    expect(outputs.map((output) => output.amount)).toContain(amount * unit);
    expect(outputs.map(({ n }) => n)).toEqual(outputs.map((_, n) => n));
    expect(
      toHex(
        transferScript(
          guid,
          outputs.map((output) => output.amount),
        ),
      ),
    ).toBe(toHex(script));
  }
});

test('a chain that is not fresh, and a wallet that pays, will do', async () => {
  const { client } = await target.start('default');
  const ask = askOf(client);
  await mine(ask, 110);
  const out = join(folder, 'prepared.ndjson');
  const header = await prepareTransactions({ funder: client, kind: 'asset', count: 5, outputsPerTx: 1, seed: 7, out });
  expect(header).toMatchObject({ blocks: 0, transactions: 5 });
  for await (const hex of (await openPrepared(out)).transactions())
    expect(await ask('testmempoolaccept', [[hex]])).toMatchObject([{ txid: preparedTxid(hex), allowed: true }]);
});
