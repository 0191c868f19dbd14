import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultOptions } from '../options/default-options.ts';
import { runNode, type RunningNode } from '../node.ts';

const names = ['first', 'second', 'third'] as const;

function start(datadir: string, load: readonly string[]): Promise<RunningNode> {
  const { mempool, wallet } = defaultOptions;
  return runNode({ datadir, mempool: { ...mempool, persist: false }, wallet: { ...wallet, keypool: 3, load } });
}

it('submits the transactions of all wallets again after the mempool was lost, even if one spends another', async () => {
  const datadir = mkdtempSync(join(tmpdir(), 'coind-wallet-'));
  const nodes: RunningNode[] = [];
  try {
    const node = await start(datadir, names);
    nodes.push(node);
    const addressOf = async (wallet: string): Promise<string> => (await node.call('getnewaddress', [], { wallet })) as string;
    await node.call('generatetoaddress', [101, await addressOf('first')]);
    // first pays second, and each spends the unconfirmed payment it received.
    const sent = [(await node.call('sendtoaddress', [await addressOf('second'), 1], { wallet: 'first' })) as string];
    for (const [from, to] of [
      ['second', 'third'],
      ['third', 'first'],
    ] as const) {
      const coins = await node.call('listunspent', [0], { wallet: from });
      const inputs = coins.map(({ txid, vout }) => ({ txid, vout: Number(vout) }));
      const amount = 1 - 0.0001 * sent.length;
      const raw = (await node.call('createrawtransaction', [inputs, [{ [await addressOf(to)]: amount.toFixed(8) }]])) as string;
      const { hex } = (await node.call('signrawtransactionwithwallet', [raw], { wallet: from })) as { hex: string };
      sent.push((await node.call('sendrawtransaction', [hex])) as string);
    }
    expect(await node.call('getrawmempool')).toHaveLength(3);
    await node.stop();
    for (const order of [names, names.toReversed()]) {
      const again = await start(datadir, order);
      nodes.push(again);
      expect(((await again.call('getrawmempool')) as string[]).toSorted()).toEqual(sent.toSorted());
      await again.stop();
    }
  } finally {
    for (const node of nodes) await node.stop();
    rmSync(datadir, { recursive: true, force: true });
  }
});
