import { afterEach, expect, test } from 'vitest';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { askOf, type AskNode } from './support/ask.ts';
import { until } from './until.ts';

interface Peer {
  readonly ask: AskNode;
  readonly peerAddress: string;
}

const target = { now: openEmbeddedTarget() };

afterEach(async () => {
  await target.now.close();
  target.now = openEmbeddedTarget();
});

/** Three nodes, each connected to both others. */
async function triangle(): Promise<[Peer, Peer, Peer]> {
  const start = async (): Promise<Peer> => {
    const { client, peerAddress } = await target.now.start('peers');
    return { ask: askOf(client), peerAddress: peerAddress as string };
  };
  const [a, b, c] = await Promise.all([start(), start(), start()]);
  await connect(b, a);
  await connect(c, a);
  await connect(c, b);
  return [a, b, c];
}

const versionsOf = async ({ ask }: Peer): Promise<number> =>
  (await ask<{ version: number }[]>('getpeerinfo')).filter(({ version }) => version > 0).length;

async function connect(from: Peer, to: Peer): Promise<void> {
  const before = await Promise.all([from, to].map(versionsOf));
  await from.ask('addnode', [to.peerAddress, 'onetry']);
  await until('they have greeted each other', async () => {
    const after = await Promise.all([from, to].map(versionsOf));
    return after.every((count, at) => count > (before[at] as number));
  });
}

async function apart(peer: Peer): Promise<void> {
  for (const { id } of await peer.ask<{ id: number }[]>('getpeerinfo')) await peer.ask('disconnectnode', ['', id]);
  await until('it has no peers', async () => (await peer.ask<unknown[]>('getpeerinfo')).length === 0);
}

async function sameTip(...peers: readonly Peer[]): Promise<string> {
  let tips: string[] = [];
  await until('all have the same tip', async () => {
    tips = await Promise.all(peers.map(({ ask }) => ask<string>('getbestblockhash')));
    return new Set(tips).size === 1;
  });
  return tips[0] as string;
}

const newAddress = ({ ask }: Peer): Promise<string> => ask('getnewaddress');

/** Number of outputs of every wallet. */
async function fund(peers: readonly Peer[], outputs: number): Promise<void> {
  const [first] = peers as [Peer];
  for (const peer of peers) await first.ask('generatetoaddress', [3, await newAddress(peer)]);
  await first.ask('generatetoaddress', [100, await newAddress(first)]);
  await sameTip(...peers);
  for (const peer of peers) {
    const amounts: Record<string, number> = {};
    for (let i = 0; i < outputs; i++) amounts[await newAddress(peer)] = 0.1;
    const txid = await peer.ask<string>('sendmany', ['', amounts]);
    await until('the miner has it', async () => (await first.ask<string[]>('getrawmempool')).includes(txid));
  }
  await first.ask('generatetoaddress', [1, await newAddress(first)]);
  await sameTip(...peers);
}

test('1,000 transactions and 50 blocks of three nodes reach all of them', async () => {
  const peers = await triangle();
  await fund(peers, 60);
  const before = await peers[0].ask<number>('getblockcount');
  const addresses = await Promise.all(peers.map(newAddress));
  const sent: { txid: string; to: number }[] = [];
  const mined: string[] = [];
  for (let block = 0; block < 50; block++) {
    await Promise.all(
      peers.map(async ({ ask }, from) => {
        const to = (from + 1) % 3;
        // 7, 7 and 6 in turn: 20 for each block.
        const count = (from + block) % 3 === 0 ? 6 : 7;
        for (let i = 0; i < count; i++) sent.push({ txid: await ask('sendtoaddress', [addresses[to] as string, 0.01]), to });
      }),
    );
    mined.push(...(await (peers[block % 3] as Peer).ask<string[]>('generatetoaddress', [1, addresses[block % 3] as string])));
    await sameTip(...peers);
  }
  expect(sent.length).toBe(1_000);
  const pools = (): Promise<string[]> =>
    Promise.all(peers.map(async ({ ask }) => (await ask<string[]>('getrawmempool')).toSorted().join()));
  await until('all pools are alike', async () => new Set(await pools()).size === 1);
  mined.push(...(await peers[1].ask<string[]>('generatetoaddress', [1, addresses[1] as string])));
  await sameTip(...peers);
  for (const { ask } of peers) {
    expect(await ask('getblockcount')).toBe(before + 51);
    expect(await ask('getrawmempool')).toEqual([]);
    const inBlocks = new Set<string>();
    for (const [at, hash] of mined.entries()) {
      expect(await ask('getblockhash', [before + 1 + at])).toBe(hash);
      for (const txid of (await ask<{ tx: string[] }>('getblock', [hash])).tx) inBlocks.add(txid);
    }
    expect(sent.filter(({ txid }) => !inBlocks.has(txid))).toEqual([]);
  }
  for (const [to, { ask }] of peers.entries()) {
    const received = sent.filter((payment) => payment.to === to).length;
    expect(await ask('getreceivedbyaddress', [addresses[to] as string, 1])).toBeGreaterThanOrEqual(received / 100);
  }
});

test('two chains converge on the longer one, and its conflicts are reported', async () => {
  const [a, b, c] = await triangle();
  await fund([a, b, c], 5);
  // A coin that both sides can spend.
  const shared = await a.ask<string>('getnewaddress', ['', 'legacy']);
  await b.ask('importprivkey', [await a.ask<string>('dumpprivkey', [shared]), '', false]);
  await a.ask('sendtoaddress', [shared, 1]);
  await a.ask('generatetoaddress', [1, await newAddress(a)]);
  const fork = await sameTip(a, b, c);
  const { height } = await a.ask<{ height: number }>('getblockheader', [fork]);
  await apart(a);

  const spend = async ({ ask }: Peer, to: string): Promise<string> => {
    const [coin] = await ask<{ txid: string; vout: number }[]>('listunspent', [1, 9_999_999, [shared]]);
    if (!coin) throw new Error('the shared coin is not there');
    const raw = await ask<string>('createrawtransaction', [[{ txid: coin.txid, vout: coin.vout }], [{ [to]: 0.999 }]]);
    return ask('sendrawtransaction', [(await ask<{ hex: string }>('signrawtransactionwithwallet', [raw])).hex]);
  };
  const loser = await spend(a, await newAddress(a));
  const bystander = await a.ask<string>('sendtoaddress', [await newAddress(b), 0.05]);
  await a.ask('generatetoaddress', [5, await newAddress(a)]);
  const winner = await spend(b, await newAddress(b));
  await b.ask('generatetoaddress', [7, await newAddress(b)]);
  const longer = await sameTip(b, c);
  const shorter = await a.ask<string>('getbestblockhash');
  expect(shorter).not.toBe(longer);
  expect(await a.ask('gettransaction', [loser])).toMatchObject({ confirmations: 5 });

  await connect(a, c);
  expect(await sameTip(a, b, c)).toBe(longer);
  expect(await a.ask('getblockcount')).toBe(height + 7);
  expect(await a.ask('getchaintips')).toEqual([
    { height: height + 7, hash: longer, branchlen: 0, status: 'active' },
    { height: height + 5, hash: shorter, branchlen: 5, status: 'valid-fork' },
  ]);
  expect(await a.ask('getrawtransaction', [winner, true])).toMatchObject({ confirmations: 7 });
  // It is 7 blocks deep that another transaction has its coin.
  expect(await a.ask('gettransaction', [loser])).toMatchObject({ confirmations: -7 });
  expect(await a.ask('getrawmempool')).toEqual([bystander]);
  await a.ask('generatetoaddress', [1, await newAddress(a)]);
  await sameTip(a, b, c);
  expect(await b.ask('gettransaction', [bystander])).toMatchObject({ confirmations: 1 });
});
