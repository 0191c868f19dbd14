import { beforeEach, describe, expect, it } from 'vitest';
import { buildBlock, createTestChain, type TestChain } from '../chain/testing/test-chain.ts';
import type { BlockNode } from '../chain/block-node.ts';
import type { Block } from '../primitives/types.ts';
import { BlockDownload } from './block-download.ts';
import type { Peer } from './peer.ts';
import { TransactionRequests } from './transaction-requests.ts';

/** The members of a peer that are read here. */
function fakePeer(changes: Partial<Peer> = {}): Peer & { gone: boolean } {
  const peer = {
    hasBlocks: true,
    hasAllBlocks: true,
    hasWitness: true,
    manual: false,
    gone: false,
    disconnect: () => void (peer.gone = true),
    ...changes,
  };
  return peer as unknown as Peer & { gone: boolean };
}

describe('blocks', () => {
  let test: TestChain;
  let asked: [Peer, readonly string[]][];
  let download: BlockDownload;

  beforeEach(() => {
    test = createTestChain();
    asked = [];
    download = new BlockDownload(test.chain, (peer, hashes) => asked.push([peer, hashes]));
  });

  /** Consecutive blocks of which only the headers are known. */
  function bare(count: number): { blocks: Block[]; last: BlockNode } {
    const blocks: Block[] = [];
    let parent = test.chain.tip;
    for (let i = 0; i < count; i++) {
      const block = buildBlock({ parent });
      expect(test.chain.acceptHeader(block.header).ok).toBe(true);
      parent = test.chain.node(block.header.hash)!;
      blocks.push(block);
    }
    return { blocks, last: parent };
  }

  function join(peer: Peer, node: BlockNode): void {
    download.join(peer);
    download.has(peer, node);
    download.proceed(peer);
  }

  it('are requested from several peers, 16 from each, and each block once', () => {
    const { blocks, last } = bare(40);
    const peers = [fakePeer(), fakePeer(), fakePeer()];
    for (const peer of peers) join(peer, last);
    expect(asked.map(([, hashes]) => hashes.length)).toEqual([16, 16, 8]);
    expect(asked.flatMap(([, hashes]) => hashes)).toEqual(blocks.map(({ header }) => header.hash));
    expect(download.heightsInFlight(peers[1]!)).toEqual(Array.from({ length: 16 }, (_, i) => 17 + i));
  });

  it('are requested from others if a peer stalls, which is paused', () => {
    const { blocks, last } = bare(2);
    const [manual, stranger, good] = [fakePeer({ manual: true }), fakePeer(), fakePeer()];
    join(manual, last);
    join(stranger, last);
    expect(asked.map(([peer]) => peer)).toEqual([manual]);
    for (let tick = 0; tick < 20; tick++) download.tick();
    expect(asked).toHaveLength(1);
    download.tick();
    expect(manual.gone).toBe(false);
    expect(asked.map(([peer]) => peer)).toEqual([manual, stranger]);
    join(good, last);
    for (let tick = 0; tick < 21; tick++) download.tick();
    expect(stranger.gone).toBe(false);
    expect(asked.map(([peer]) => peer)).toEqual([manual, stranger, good]);
    // A slow peer that keeps sending does not stall.
    for (const block of blocks) {
      for (let tick = 0; tick < 15; tick++) download.tick();
      expect(download.received(good, block.header.hash)).toBe(true);
      expect(test.chain.acceptBlock(block).ok).toBe(true);
      download.proceed(good);
    }
    expect(good.gone).toBe(false);
    expect(download.isIdle(good)).toBe(true);
    expect(download.commonWith(manual)?.hash).toBe(last.hash);
  });

  it('that do not arrive close the connection after ten minutes, unless the user has named the peer', () => {
    const { blocks, last } = bare(2);
    const [manual, stranger] = [fakePeer({ manual: true }), fakePeer()];
    join(stranger, last);
    for (let tick = 0; tick < 10; tick++) download.tick();
    expect(download.received(stranger, blocks[0]!.header.hash)).toBe(true);
    expect(test.chain.acceptBlock(blocks[0]!).ok).toBe(true);
    for (let tick = 0; tick < 600; tick++) download.tick();
    expect(stranger.gone).toBe(false);
    expect(asked.length).toBeGreaterThan(5); // once in each turn
    download.tick();
    expect(stranger.gone).toBe(true);
    download.leave(stranger);
    join(manual, last);
    for (let tick = 0; tick < 1_000; tick++) download.tick();
    expect(manual.gone).toBe(false);
  });

  it('are requested from a peer that serves no blocks only if they are new', () => {
    const { last } = bare(16);
    const light = fakePeer({ hasBlocks: false, hasAllBlocks: false });
    join(light, last);
    expect(download.heightsInFlight(light)).toHaveLength(16);
  });

  it('are not requested from peers without witnesses or blocks, and old blocks not from pruned peers', () => {
    const { last } = bare(300);
    join(fakePeer({ hasWitness: false }), last);
    join(fakePeer({ hasBlocks: false, hasAllBlocks: false }), last);
    expect(asked).toEqual([]);
    const pruned = fakePeer({ hasAllBlocks: false });
    join(pruned, last);
    expect(download.heightsInFlight(pruned)[0]).toBe(300 - 288 + 1);
  });

  it('are requested on a branch with as much work as the tip, but not with less', () => {
    const { last } = bare(2);
    test.mine(3);
    const peer = fakePeer();
    join(peer, last);
    expect(asked).toEqual([]);
    const more = buildBlock({ parent: last });
    test.chain.acceptHeader(more.header);
    download.has(peer, test.chain.node(more.header.hash)!);
    download.proceed(peer);
    expect(download.heightsInFlight(peer)).toEqual([1, 2, 3]);
    expect(download.commonWith(peer)?.height).toBe(0);
  });
});

describe('transactions', () => {
  it('are requested from one peer, and from the next if that one fails, leaves or takes too long', () => {
    const requests = new TransactionRequests();
    const [a, b, c, d] = [fakePeer(), fakePeer(), fakePeer(), fakePeer()];
    expect([a, b, c, d].map((peer) => requests.wants(peer, 'x'))).toEqual([true, false, false, false]);
    expect(requests.failed(b, 'x')).toBeUndefined(); // not requested from it
    expect(requests.failed(a, 'x')).toBe(b);
    expect(requests.left(b)).toEqual([['x', c]]);
    for (let tick = 0; tick < 20; tick++) expect(requests.tick()).toEqual([]);
    expect(requests.tick()).toEqual([['x', d]]);
    expect(requests.left(d)).toEqual([]);
    expect(requests.wants(a, 'x')).toBe(true);
    requests.received('x');
    expect(requests.wants(b, 'x')).toBe(true);
  });

  it('are limited in outstanding requests to one peer', () => {
    const requests = new TransactionRequests();
    const [greedy, other] = [fakePeer(), fakePeer()];
    const wanted = Array.from({ length: 5_001 }, (_, i) => requests.wants(greedy, `${i}`));
    expect(wanted.indexOf(false)).toBe(5_000);
    expect(requests.wants(other, '5000')).toBe(true);
    requests.received('0');
    expect(requests.wants(greedy, '5001')).toBe(true);
  });
});
