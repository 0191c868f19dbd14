import { afterEach, describe, expect, it } from 'vitest';
import { buildBlock } from '../chain/testing/test-chain.ts';
import { sha256 } from '../primitives/hash.ts';
import { makeTransaction } from '../primitives/transaction.ts';
import type { Block, Transaction } from '../primitives/types.ts';
import { p2wsh } from '../script/standard.ts';
import { testInFamily, type FamilyNode } from '../testing/family.ts';
import { RawPeer } from './testing/raw-peer.ts';
import { coinbaseOf, OPEN_SCRIPT, split, startTestNode, type TestNode } from './testing/test-node.ts';

/** Whether a peer is still connected after all of its messages were processed. */
async function staysConnected(node: FamilyNode, send: (peer: RawPeer) => void): Promise<boolean> {
  const peer = await node.peer();
  try {
    send(peer);
    return await peer.settled(20_000);
  } finally {
    peer.close();
  }
}

/** A locator of `count` unknown hashes. */
function locator(count: number): Buffer {
  return Buffer.concat([Buffer.from('7f110100', 'hex'), Buffer.from([count]), Buffer.alloc(32 * count, 7), Buffer.alloc(32)]);
}

testInFamily(
  'a locator of more than 101 hashes ends the connection',
  async (node) => ({
    getheaders: [
      await staysConnected(node, (peer) => peer.send('getheaders', locator(101))),
      await staysConnected(node, (peer) => peer.send('getheaders', locator(102))),
    ],
    getblocks: [
      await staysConnected(node, (peer) => peer.send('getblocks', locator(101))),
      await staysConnected(node, (peer) => peer.send('getblocks', locator(102))),
    ],
  }),
  { getheaders: [true, false], getblocks: [true, false] },
  { listen: true },
);

testInFamily(
  'a message whose command has invalid bytes is ignored',
  async (node) => {
    const named = (name: string): Promise<boolean> => staysConnected(node, (peer) => peer.send(name));
    return [await named('ping\u0007'), await named('a\u0000b'), await named('unknown')];
  },
  [true, true, true],
  { listen: true },
);

testInFamily(
  'messages about bloom filters end the connection, because they are not supported',
  async (node) => {
    const ended: boolean[] = [];
    for (const name of ['filterload', 'filteradd', 'filterclear', 'mempool'])
      ended.push(!(await staysConnected(node, (peer) => peer.send(name, Buffer.alloc(name === 'filterload' ? 11 : 0)))));
    return ended;
  },
  [true, true, true, true],
  { listen: true },
);

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe('data that would make a node identifiable', () => {
  const MONTH = 30 * 86_400;

  /** A stale block that a branch of two blocks has replaced. */
  function stale(node: TestNode, time: number): Block {
    const parent = node.chain.tip;
    const block = buildBlock({ parent, header: { time } });
    const first = buildBlock({ parent, header: { time } });
    expect(node.chain.acceptBlock(block).ok && node.chain.acceptBlock(first).ok).toBe(true);
    expect(node.chain.acceptBlock(buildBlock({ parent: node.chain.node(first.header.hash)!, header: { time: time + 1 } })).ok).toBe(true);
    return block;
  }

  it('is not served: stale blocks older than a month, and headers without a valid block', async () => {
    const node = await startTestNode();
    ends.push(() => node.stop());
    const now = node.clock.seconds();
    const old = stale(node, now - MONTH - 3_600);
    const recent = stale(node, now - MONTH + 3_600);
    node.mine(1);
    const bare = buildBlock({ parent: node.chain.tip, header: { time: now } });
    expect(node.chain.acceptHeader(bare.header).ok).toBe(true);
    const answers = async (send: (peer: RawPeer, id: Buffer) => void, hash: string): Promise<string[]> => {
      const peer = await RawPeer.ready(node.address);
      ends.push(() => peer.close());
      const before = peer.received.length;
      send(peer, Buffer.from(hash, 'hex').reverse());
      await peer.settled();
      return peer
        .commands()
        .slice(before)
        .filter((command) => ['block', 'notfound', 'headers'].includes(command));
    };
    const block = (hash: string): Promise<string[]> =>
      answers((peer, id) => peer.send('getdata', Buffer.concat([Buffer.from('0102000000', 'hex'), id])), hash);
    const header = (hash: string): Promise<string[]> =>
      answers((peer, id) => peer.send('getheaders', Buffer.concat([Buffer.from('7f11010000', 'hex'), id])), hash);
    const active = node.chain.atHeight(1)!.hash;
    expect([await block(active), await block(recent.header.hash), await block(old.header.hash)]).toEqual([
      ['block'],
      ['block'],
      ['notfound'],
    ]);
    expect([await header(active), await header(recent.header.hash), await header(old.header.hash), await header(bare.header.hash)]).toEqual(
      [['headers'], ['headers'], [], []],
    );
  });
});

describe('a rejected transaction', () => {
  const WITNESS_SCRIPT = Buffer.from([0x51]);
  const FUNDED_SAT = 1_000_000n;

  /** A node with a coin that OP_TRUE in a witness spends, and a transaction that spends it. */
  async function withWitnessCoin(): Promise<{ node: TestNode; spend: (valueSat: bigint, scriptPubKey?: Buffer) => Transaction }> {
    const node = await startTestNode();
    ends.push(() => node.stop());
    node.mine(101);
    const { outpoint, valueSat } = coinbaseOf(node, 1);
    const script = p2wsh(sha256(WITNESS_SCRIPT));
    const { version, inputs, locktime } = split(outpoint, valueSat, 1);
    const funding = makeTransaction({
      version,
      inputs,
      locktime,
      outputs: [
        { valueSat: FUNDED_SAT, scriptPubKey: script },
        { valueSat: valueSat - FUNDED_SAT - 10_000n, scriptPubKey: OPEN_SCRIPT },
      ],
    });
    node.send(funding);
    node.mine(1);
    const spend = (paidSat: bigint, scriptPubKey = OPEN_SCRIPT): Transaction =>
      makeTransaction({
        version: 2,
        locktime: 0,
        inputs: [{ txid: funding.txid, vout: 0, scriptSig: Buffer.alloc(0), sequence: 0xffffffff, witness: [WITNESS_SCRIPT] }],
        outputs: [{ valueSat: paidSat, scriptPubKey }],
      });
    return { node, spend };
  }

  /** Has a peer announce a transaction and send it on request. Returns whether it was requested. */
  async function offer(peer: RawPeer, { txid, bytes }: Transaction): Promise<boolean> {
    const asked = (): number => peer.commands().filter((command) => command === 'getdata').length;
    const before = asked();
    peer.send('inv', Buffer.concat([Buffer.from('0101000000', 'hex'), Buffer.from(txid, 'hex').reverse()]));
    await peer.settled();
    if (asked() === before) return false;
    peer.send('tx', bytes);
    await peer.settled();
    return true;
  }

  async function peersOf({ address }: TestNode): Promise<[RawPeer, RawPeer]> {
    const [first, second] = [await RawPeer.ready(address), await RawPeer.ready(address)];
    ends.push(
      () => first.close(),
      () => second.close(),
    );
    for (const peer of [first, second]) peer.send('headers', Buffer.from([0])); // ends the wait for headers, which comes before transactions
    return [first, second];
  }

  it('with a reason independent of the witness is not requested again until the next block', async () => {
    const { node, spend } = await withWitnessCoin();
    const [first, second] = await peersOf(node);
    const dust = spend(1n);
    expect([await offer(first, dust), await offer(first, dust), await offer(second, dust)]).toEqual([true, false, false]);
    node.mine(1);
    expect([await offer(first, dust), await offer(second, dust)]).toEqual([true, false]);
    expect(node.mempool.size).toBe(0);
  });

  it('with a reason that another witness might change is still requested from other peers', async () => {
    const { node, spend } = await withWitnessCoin();
    const [first, second] = await peersOf(node);
    const cheap = spend(FUNDED_SAT);
    expect([await offer(first, cheap), await offer(first, cheap), await offer(second, cheap), await offer(second, cheap)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    node.mine(1);
    expect(await offer(first, cheap)).toBe(true);
    const good = spend(FUNDED_SAT - 10_000n);
    expect(await offer(first, good)).toBe(true);
    expect(node.mempool.has(good.txid)).toBe(true);
  });
});
