import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import type { RunningNode } from '../fixtures/targets/types.ts';
import { askOf, type AskNode } from './support/ask.ts';
import { until } from './until.ts';

interface Info {
  readonly enabled: boolean;
  readonly testinitiatetime: number;
  readonly teststarttime: number;
  readonly receivers: readonly { readonly txid: string; readonly time: number }[];
}

interface Node {
  readonly node: RunningNode;
  readonly ask: AskNode;
}

type Item = Readonly<Record<'tx', string>>;

const HOUR_US = 3_600_000_000;
/** The promise is that it ends; a machine that is busy gets more time, and a queue is held or scheduled for longer. */
const ENDS_WITHIN_MS = 20_000;

const target = { now: openEmbeddedTarget() };
afterEach(async () => {
  await target.now.close();
  target.now = openEmbeddedTarget();
});

async function start(profile: 'tpstest' | 'default' = 'tpstest'): Promise<Node> {
  const node = await target.now.start(profile);
  return { node, ask: askOf(node.client) };
}

const inUs = (ms: number): number => (Date.now() + ms) * 1000;

/** Pays itself into so many coins. */
async function fund({ ask }: Node, coins: number): Promise<void> {
  const address = await ask<string>('getnewaddress');
  await ask('generatetoaddress', [101, address]);
  const amounts: Record<string, number> = {};
  for (let i = 0; i < coins; i++) amounts[await ask<string>('getnewaddress')] = 0.5;
  await ask('sendmany', ['', amounts]);
  await ask('generatetoaddress', [1, address]);
}

/** Signed transactions of two outputs each, of which none was sent. */
async function signedPayments({ ask }: Node, count: number): Promise<Item[]> {
  const unspent = (await ask<{ txid: string; vout: number; amount: number }[]>('listunspent')).filter(({ amount }) => amount === 0.5);
  const items: Item[] = [];
  for (const { txid, vout } of unspent.slice(0, count)) {
    const outputs = [{ [await ask<string>('getnewaddress')]: 0.2 }, { [await ask<string>('getnewaddress')]: 0.2999 }];
    const raw = await ask<string>('createrawtransaction', [[{ txid, vout }], outputs]);
    items.push({ tx: (await ask<{ hex: string }>('signrawtransactionwithwallet', [raw])).hex });
  }
  expect(items).toHaveLength(count);
  return items;
}

test('two senders and a receiver go through two rounds of the throughput test', async () => {
  const nodes = await Promise.all([start(), start(), start()]);
  const [first, second, receiver] = nodes;
  for (const sender of [first, second]) await sender.ask('addnode', [receiver.node.peerAddress!, 'onetry']);
  await until(
    'all are connected',
    async () => (await receiver.ask<{ version: number }[]>('getpeerinfo')).filter(({ version }) => version > 0).length === 2,
  );
  for (const sender of [first, second]) {
    await fund(sender, 12);
    await until('all have its chain', async () => new Set(await Promise.all(nodes.map(({ ask }) => ask('getbestblockhash')))).size === 1);
  }
  for (const { ask } of nodes) expect(await ask('tpstestsetenabled', [true])).toEqual({ status: 'success' });

  for (let round = 0; round < 2; round++) {
    const txids: string[] = [];
    for (const sender of [first, second]) {
      const items = await signedPayments(sender, 5);
      for (const { tx } of items) txids.push((await sender.ask<{ txid: string }>('decoderawtransaction', [tx])).txid);
      expect(await sender.ask('tpstestadd', [0, items.slice(0, 2)])).toEqual({ status: 'success' });
      expect(await sender.ask('tpstestadd', [0, items.slice(2)])).toEqual({ status: 'success' });
    }
    const startTime = inUs(1_000);
    for (const { ask } of nodes) expect(await ask('tpstestadd', [startTime])).toEqual({ status: 'success' });
    await until('all have arrived', async () => (await receiver.ask<Info>('tpstestinfo')).receivers.length === txids.length);
    const { receivers, ...info } = await receiver.ask<Info>('tpstestinfo');
    expect(info).toEqual({ enabled: true, testinitiatetime: startTime, teststarttime: 0 });
    expect(receivers.map(({ txid }) => txid).sort()).toEqual(txids.sort());
    for (const { time } of receivers) expect(time).toBeGreaterThanOrEqual(startTime);
    for (const { ask } of [first, second]) {
      await until('all is handed over', async () => (await ask<Info>('tpstestinfo')).teststarttime >= startTime);
      expect((await ask<Info>('tpstestinfo')).receivers).toEqual([]);
    }
    await receiver.ask('generatetoaddress', [1, await receiver.ask<string>('getnewaddress')]);
    await until('all have its block', async () => new Set(await Promise.all(nodes.map(({ ask }) => ask('getbestblockhash')))).size === 1);
  }
});

test('bad transactions of a call are named, and a call of bad ones alone is refused', async () => {
  const node = await start();
  await fund(node, 3);
  const [good, other] = (await signedPayments(node, 2)) as [Item, Item];
  await expect(node.ask('tpstestadd', [0, [good]])).rejects.toMatchObject({
    code: -1,
    reason: expect.stringContaining('not enabled') as string,
  });
  await node.ask('tpstestsetenabled', [true]);
  expect(await node.ask('tpstestadd', [0, [good, { tx: '00' }, good, other]])).toEqual({
    status: 'incomplete',
    rejected: [
      { index: 1, reason: 'TX decode failed' },
      { index: 2, txid: expect.stringMatching(/^[0-9a-f]{64}$/) as string, reason: 'txn-already-in-queue' },
    ],
  });
  await expect(node.ask('tpstestadd', [1, [{ tx: 'zz' }]])).rejects.toMatchObject({
    code: -22,
    reason: 'No transaction was queued. 0: TX decode failed',
  });
  await expect(node.ask('tpstestadd', [1, Array.from({ length: 12 }, () => good)])).rejects.toMatchObject({
    code: -26,
    reason: expect.stringMatching(/^No transaction was queued\. 0 \([0-9a-f]{64}\): txn-already-in-queue; .*; and 2 more$/) as string,
  });
  expect((await node.ask<Info>('tpstestinfo')).testinitiatetime).toBe(0);
  await expect(node.ask('tpstestadd', [-1])).rejects.toMatchObject({ code: -8 });
});

test.each([
  ['held', 0],
  ['scheduled', HOUR_US],
  ['about to be sent', 20_000],
])('stop ends a node whose queue is %s', async (_state, aheadUs) => {
  const node = await start();
  await fund(node, 3);
  await node.ask('tpstestsetenabled', [true]);
  await node.ask('tpstestadd', [aheadUs === 0 ? 0 : inUs(0) + aheadUs, await signedPayments(node, 3)]);
  await node.ask('stop');
  const timeout = new AbortController();
  const how = await Promise.race([node.node.ended, delay(ENDS_WITHIN_MS, 'still there', { signal: timeout.signal })]);
  timeout.abort();
  expect(how).toBe('exit code 0');
});

test('without the option each of the three is refused, and help says which option is missing', async () => {
  const { ask } = await start('default');
  for (const [method, ...params] of [['tpstestsetenabled', true], ['tpstestadd', 0], ['tpstestinfo']] as const) {
    await expect(ask(method, params)).rejects.toMatchObject({ code: -1, reason: `${method} is not available: start coind with -tpstest.` });
    expect(await ask('help', [method])).toContain('Requires the start option -tpstest.');
  }
});
