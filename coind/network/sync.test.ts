import { afterEach, describe, expect, it } from 'vitest';
import type { NodeOptions } from '../options/node-options.ts';
import { coinbaseOf, split, startTestNode, type TestNode } from './testing/test-node.ts';
import { until } from '../../test/until.ts';

const nodes: TestNode[] = [];

async function start(changes: Partial<NodeOptions> = {}): Promise<TestNode> {
  const node = await startTestNode(changes);
  nodes.push(node);
  return node;
}

afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
});

const sameTip = (...all: readonly TestNode[]): boolean => all.every(({ chain }) => chain.tip.hash === all[0]!.chain.tip.hash);
const ready = ({ network }: TestNode, count: number): boolean => network.peers().filter(({ version }) => version > 0).length === count;

describe('blocks', () => {
  it('are synchronised to a new node, with several messages of headers', async () => {
    const [old, fresh] = [await start(), await start()];
    old.mine(4_500);
    fresh.network.tryNode(old.address);
    await until('the chain has arrived', () => sameTip(old, fresh));
    const [peer] = fresh.network.peers();
    expect(peer).toMatchObject({
      inbound: false,
      added: true,
      startingHeight: 4_500,
      syncedHeaders: 4_500,
      syncedBlocks: 4_500,
      inFlight: [],
    });
    // Three answers of up to 2,000 headers of 81 bytes.
    expect(peer!.receivedPerMessage['headers']).toBeGreaterThan(4_500 * 81);
  });

  it('are announced to all at once, along a line of nodes', async () => {
    const line = [await start(), await start(), await start(), await start()];
    for (let i = 1; i < line.length; i++) line[i]!.network.tryNode(line[i - 1]!.address);
    await until('all are connected', () => ready(line[0]!, 1) && ready(line[1]!, 2) && ready(line[2]!, 2) && ready(line[3]!, 1));
    for (let round = 0; round < 5; round++) {
      line[round % 4]!.mine(1 + round * 5);
      await until('all have the block', () => sameTip(...line));
    }
    expect(line[3]!.chain.tip.height).toBe(1 + 6 + 11 + 16 + 21);
  });

  it('resolve a partition to the longer chain, and return the transactions of the other to the pool', async () => {
    const [left, right] = [await start(), await start()];
    left.mine(101);
    right.network.tryNode(left.address);
    await until('both have the same chain', () => sameTip(left, right));
    right.network.disconnect({ address: left.address });
    await until('they are disconnected', () => ready(left, 0) && ready(right, 0));
    const { outpoint, valueSat } = coinbaseOf(right, 1);
    const payment = split(outpoint, valueSat, 2);
    right.send(payment);
    right.mine(3);
    expect(right.mempool.size).toBe(0);
    left.mine(20);
    right.network.tryNode(left.address);
    await until('both have the longer chain', () => sameTip(left, right));
    expect(right.chain.tip.height).toBe(121);
    expect(right.mempool.has(payment.txid)).toBe(true);
    // And in the other direction: the connecting node has the longer chain.
    right.network.disconnect({ address: left.address });
    await until('they are disconnected', () => ready(left, 0) && ready(right, 0));
    left.mine(2);
    right.mine(9, Buffer.from([0x52]));
    const abandoned = left.chain.tip;
    right.network.tryNode(left.address);
    await until('both have the longer chain', () => sameTip(left, right));
    expect(left.chain.tip.height).toBe(130);
    expect(left.chain.forkPoint(abandoned).height).toBe(121);
  });

  it('are synchronised again after the state was restored', async () => {
    const [a, b] = [await start(), await start()];
    a.mine(10);
    b.network.tryNode(a.address);
    await until('the chain has arrived', () => sameTip(a, b));
    const snapshot = b.state.snapshot();
    a.mine(10);
    await until('the chain has arrived', () => sameTip(a, b));
    b.state.restore(snapshot);
    expect(b.chain.tip.height).toBe(10);
    await until('the blocks have arrived again', () => sameTip(a, b));
  });
});

describe('three connected nodes', () => {
  it('all get 1,000 transactions and 50 blocks', async () => {
    const [a, b, c] = [await start(), await start(), await start()];
    a.mine(101);
    b.network.tryNode(a.address);
    c.network.tryNode(a.address);
    c.network.tryNode(b.address);
    await until('all have the chain', () => sameTip(a, b, c) && ready(a, 2) && ready(b, 2) && ready(c, 2));
    const { outpoint, valueSat } = coinbaseOf(a, 1);
    const fan = split(outpoint, valueSat, 1_000);
    a.send(fan);
    a.mine(1);
    await until('all have the block', () => sameTip(a, b, c));
    const all = [a, b, c];
    for (let vout = 0; vout < 1_000; vout++) {
      all[vout % 3]!.send(split({ txid: fan.txid, vout }, fan.outputs[vout]!.valueSat, 1));
      if (vout % 20 === 19) await new Promise((resolve) => setImmediate(resolve));
    }
    await until('all have the transactions', () => all.every(({ mempool }) => mempool.size === 1_000), 15_000);
    for (let round = 0; round < 50; round++) {
      all[round % 3]!.mine(1);
      await until('all have the block', () => sameTip(a, b, c));
    }
    expect(a.chain.tip.height).toBe(152);
    for (const { mempool, chain, network } of all) {
      expect(mempool.size).toBe(0);
      for (let vout = 0; vout < 1_000; vout++) expect(chain.coin({ txid: fan.txid, vout })).toBeUndefined();
      for (const peer of network.peers()) expect(peer.banScore).toBe(0);
    }
  });
});

describe('transactions', () => {
  it('that no peer has fetched reach a new peer', async () => {
    const [a, b] = [await start(), await start()];
    a.mine(101);
    const { outpoint, valueSat } = coinbaseOf(a, 1);
    const parent = split(outpoint, valueSat, 2);
    a.send(parent);
    a.send(split({ txid: parent.txid, vout: 0 }, parent.outputs[0]!.valueSat, 1));
    b.network.tryNode(a.address);
    await until('the pool has arrived', () => b.mempool.size === 2 && sameTip(a, b));
  });

  it('are relayed once their missing parent has arrived', async () => {
    const [a, b] = [await start(), await start()];
    a.mine(101);
    b.network.tryNode(a.address);
    await until('the chain has arrived', () => sameTip(a, b) && ready(a, 1));
    const { outpoint, valueSat } = coinbaseOf(a, 1);
    const parent = split(outpoint, valueSat, 2);
    const child = split({ txid: parent.txid, vout: 1 }, parent.outputs[1]!.valueSat, 1);
    if (!a.mempool.accept(parent).ok) throw new Error('the parent was refused');
    a.send(child); // the parent was not announced to the peer
    await until('both have arrived', () => b.mempool.has(child.txid) && b.mempool.has(parent.txid));
  });
});
