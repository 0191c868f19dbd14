import { afterEach, describe, expect, it } from 'vitest';
import { buildBlock } from '../chain/testing/test-chain.ts';
import type { BlockNode } from '../chain/block-node.ts';
import type { Block } from '../primitives/types.ts';
import { until } from '../../test/until.ts';
import { RawPeer, rawMessage } from './testing/raw-peer.ts';
import { startTestNode, type TestNode } from './testing/test-node.ts';

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function started(): Promise<{ node: TestNode; peer: RawPeer }> {
  const node = await startTestNode();
  ends.push(() => node.stop());
  node.mine(3);
  const peer = await RawPeer.ready(node.address);
  ends.push(() => peer.close());
  return { node, peer };
}

/** Consecutive blocks above one. */
function branch(parent: BlockNode, count: number): Block[] {
  const blocks: Block[] = [];
  let { hash, height, medianTime } = parent;
  for (let i = 0; i < count; i++) {
    const block = buildBlock({ parent: { ...parent, hash, height, medianTime: medianTime + i } });
    blocks.push(block);
    ({ hash } = block.header);
    height += 1;
  }
  return blocks;
}

function announce(peer: RawPeer, blocks: readonly Block[]): void {
  peer.send(
    'headers',
    Buffer.concat([Buffer.from([blocks.length]), ...blocks.map(({ header }) => Buffer.concat([header.bytes, Buffer.from([0])]))]),
  );
}

/** The blocks that a node has requested from a peer, in their order. */
function requested(peer: RawPeer): string[] {
  return peer.received
    .filter(({ command }) => command === 'getdata')
    .flatMap(({ payload }) =>
      Array.from({ length: payload[0]! }, (_, i) =>
        Buffer.from(payload.subarray(5 + 36 * i, 37 + 36 * i))
          .reverse()
          .toString('hex'),
      ),
    );
}

const ids = (blocks: readonly Block[]): string[] => blocks.map(({ header }) => header.hash);

describe('blocks that a peer announces by headers', () => {
  it('are requested also after one with more work that does not arrive', async () => {
    const { node, peer } = await started();
    const missing = branch(node.chain.tip, 2);
    announce(peer, missing);
    const [rival] = [branch(node.chain.tip, 1)];
    announce(peer, rival);
    // Of less work than the tip: it could not become the active chain.
    announce(peer, branch(node.chain.atHeight(1)!, 1));
    await peer.settled();
    expect(requested(peer)).toEqual([...ids(missing), ...ids(rival)]);
    peer.socket.write(rawMessage('block', rival[0]!.bytes));
    await peer.settled();
    expect(node.chain.tip.hash).toBe(rival[0]!.header.hash);
  });

  it('are requested up to 16 at a time from a peer that serves no other blocks', async () => {
    const { node } = await started();
    const peer = await RawPeer.ready(node.address, undefined, undefined, { services: 8n });
    ends.push(() => peer.close());
    const blocks = branch(node.chain.tip, 19);
    announce(peer, blocks.slice(0, 2));
    announce(peer, blocks.slice(2, 18));
    announce(peer, blocks.slice(18));
    await peer.settled();
    expect(requested(peer)).toEqual(ids(blocks.slice(0, 16)));
  });

  it('are asked for their ancestors 50 times if these are unknown; then the peer is disconnected', async () => {
    const { node, peer } = await started();
    const count = (): number => peer.commands().filter((command) => command === 'getheaders').length;
    const before = count();
    const [, unconnected] = branch(node.chain.tip, 2);
    for (let i = 0; i < 49; i++) announce(peer, [unconnected!]);
    await peer.settled();
    expect([count() - before, peer.closed]).toEqual([49, false]);
    announce(peer, [unconnected!]);
    await until('the connection is closed', () => peer.closed);
  });
});

it('transactions of a peer that does not answer requests for headers are requested within some seconds', async () => {
  const { peer } = await started();
  peer.send('inv', Buffer.concat([Buffer.from('0101000000', 'hex'), Buffer.alloc(32, 7)]));
  await peer.settled();
  expect(peer.commands()).not.toContain('getdata');
  await peer.heard('getdata', 8_000);
  expect(requested(peer)).toEqual(['07'.repeat(32)]);
});
