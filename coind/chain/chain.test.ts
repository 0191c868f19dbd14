import { describe, expect, it } from 'vitest';
import { makeBlock } from '../primitives/block.ts';
import type { Block } from '../primitives/types.ts';
import {
  anyone,
  buildBlock,
  coinbaseOutpoint,
  createTestChain,
  digest,
  reasonOf,
  spend,
  type TestChain,
  isVerified,
} from './testing/test-chain.ts';
import type { Chain } from './types.ts';
import type { BlockNode } from './block-node.ts';

const coin = 100_000_000n;

/** Blocks on top of a block, not yet submitted to the chain. */
function branch(chain: Chain, from: BlockNode, length: number): Block[] {
  // A separate chain provides the nodes, so that the one under test is not changed.
  const other = createTestChain();
  for (let height = 1; height <= from.height; height++) {
    let node = from;
    while (node.height > height) node = chain.node(node.header.previousHash)!;
    expect(reasonOf(other.chain.acceptBlock(chain.block(node.hash)!))).toBeUndefined();
  }
  return Array.from({ length }, () => {
    const block = buildBlock({ parent: other.chain.tip });
    expect(reasonOf(other.chain.acceptBlock(block))).toBeUndefined();
    return block;
  });
}

/** Checks that a new chain with only the active chain's blocks is the same. */
function expectConsistent({ chain }: TestChain): void {
  const fresh = createTestChain();
  for (let height = 1; height <= chain.tip.height; height++)
    expect(reasonOf(fresh.chain.acceptBlock(chain.block(chain.atHeight(height)!.hash)!))).toBeUndefined();
  const coins = (from: Chain): string[] =>
    [...from.coins()].map(([{ txid, vout }, { valueSat, height }]) => `${txid}:${vout} ${valueSat} ${height}`).sort();
  expect(coins(chain)).toEqual(coins(fresh.chain));
  expect(chain.coinCount).toBe(fresh.chain.coinCount);
  expect(chain.coinCount).toBe(coins(chain).length);
  expect(chain.atHeight(chain.tip.height + 1)).toBeUndefined();
  expect(chain.tip.chainTxCount).toBe(fresh.chain.tip.chainTxCount);
  expect(isVerified(chain, 4, 0)).toBe(true);
}

describe('the chain', () => {
  it('begins with genesis, whose coinbase is not spendable', () => {
    const { chain } = createTestChain();
    expect(chain.tip).toBe(chain.genesis);
    expect(chain.tip.height).toBe(0);
    expect(chain.coinCount).toBe(0);
    expect(chain.block(chain.genesis.hash)?.transactions).toHaveLength(1);
    expect(isVerified(chain, 4, 0)).toBe(true);
    expect(chain.genesis.chainWork).toBe(2n);
  });

  it('halves the subsidy every 150 blocks until it is 0', () => {
    const { chain } = createTestChain();
    expect([0, 149, 150, 299, 300].map((height) => chain.subsidy(height))).toEqual([
      50n * coin,
      50n * coin,
      25n * coin,
      25n * coin,
      1_250_000_000n,
    ]);
    expect(chain.subsidy(150 * 32)).toBe(1n);
    expect(chain.subsidy(150 * 33)).toBe(0n);
    expect(chain.subsidy(150 * 64)).toBe(0n);
  });

  it('switches to the branch with more work, notifies of each step, and restores spent coins', () => {
    const test = createTestChain({ txindex: true });
    const { chain } = test;
    test.mine(105);
    const fork = chain.tip;
    const payment = spend([coinbaseOutpoint(chain, 1)], [{ valueSat: 20n * coin }, { valueSat: 30n * coin }]);
    const child = spend([{ txid: payment.txid, vout: 1 }, coinbaseOutpoint(chain, 2)], [{ valueSat: 80n * coin }]);
    const before = new Map([...chain.coins()].map(([{ txid, vout }, value]) => [`${txid}:${vout}`, value]));
    expect(reasonOf(chain.acceptBlock(buildBlock({ parent: chain.tip, transactions: [payment, child] })))).toBeUndefined();
    test.mine(1);
    expect(chain.blockOf(child.txid)).toBe(chain.atHeight(106)!.hash);
    expect(chain.coin(coinbaseOutpoint(chain, 1))).toBeUndefined();
    const side = branch(chain, fork, 3);
    const events: string[] = [];
    chain.on({
      connected: (block, node) => events.push(`+${node.height} ${block.header.hash === node.hash} ${chain.tip.hash === node.hash}`),
      disconnected: (block, node) => events.push(`-${node.height} ${block.header.hash === node.hash} ${chain.tip.height}`),
      tipChanged: (tip) => events.push(`tip ${tip.height}`),
    });
    expect(reasonOf(chain.acceptBlock(side[0]!))).toBeUndefined();
    expect(reasonOf(chain.acceptBlock(side[1]!))).toBeUndefined(); // equal work, but later
    expect(events).toEqual([]);
    expect(chain.node(side[1]!.header.hash)!.validity).toBe('stored');
    expect(reasonOf(chain.acceptBlock(side[2]!))).toBeUndefined();
    expect(events).toEqual(['-107 true 106', '-106 true 105', '+106 true true', '+107 true true', '+108 true true', 'tip 108']);
    expect(chain.tip.hash).toBe(side[2]!.header.hash);
    expect(chain.blockOf(child.txid)).toBeUndefined();
    expect(chain.blockOf(side[2]!.transactions[0]!.txid)).toBe(chain.tip.hash);
    for (const [key, value] of before) {
      const [txid, vout] = key.split(':') as [string, string];
      expect(chain.coin({ txid, vout: Number(vout) })).toEqual(value);
    }
    expectConsistent(test);
  });

  it('returns to the old branch when the new one is found invalid', () => {
    const test = createTestChain();
    const { chain } = test;
    test.mine(110);
    const fork = chain.atHeight(107)!;
    const { tip } = chain;
    for (const block of branch(chain, fork, 2)) expect(reasonOf(chain.acceptBlock(block))).toBeUndefined();
    const sideTip = [...chain.nodes()].find((node) => node.height === 109 && !chain.isActive(node))!;
    const thief = buildBlock({ parent: sideTip, valueSat: 1_000n * coin });
    expect(reasonOf(chain.acceptBlock(thief))).toBeUndefined(); // equal work: not validated further
    const steps: string[] = [];
    chain.on({
      connected: (_, { height }) => steps.push(`+${height}`),
      disconnected: (_, { height }) => steps.push(`-${height}`),
      tipChanged: () => steps.push('tip'),
    });
    const child = buildBlock({ parent: chain.node(thief.header.hash)! });
    expect(reasonOf(chain.acceptBlock(child))).toBe('bad-prevblk');
    expect(steps).toEqual(['-110', '-109', '-108', '+108', '+109', '-109', '-108', '+108', '+109', '+110']);
    expect(chain.node(thief.header.hash)!.validity).toBe('failed');
    expect(chain.node(child.header.hash)!.validity).toBe('failed-parent');
    expect(chain.tip.hash).toBe(tip.hash);
    expect(reasonOf(chain.acceptBlock(thief))).toBe('duplicate-invalid');
    expect(reasonOf(chain.acceptHeader(thief.header))).toBe('duplicate-invalid');
    expect(reasonOf(chain.acceptBlock(buildBlock({ parent: chain.node(thief.header.hash)! })))).toBe('bad-prevblk');
    expect(chain.bestHeader.hash).toBe(tip.hash);
    expectConsistent(test);
  });

  it('does not mark a header as failed for a fault of the block without context', () => {
    const { chain, mine } = createTestChain();
    mine(3);
    const parent = chain.tip;
    const first = buildBlock({ parent });
    // Two coinbases: the hash commits to both.
    const bad = buildBlock({ parent, transactions: [first.transactions[0]!] });
    expect(reasonOf(chain.acceptHeader(bad.header))).toBeUndefined();
    for (let time = 0; time < 2; time++) expect(reasonOf(chain.acceptBlock(bad))).toBe('bad-cb-multiple');
    expect(chain.node(bad.header.hash)!.validity).toBe('header');
    const child = buildBlock({ parent: chain.node(bad.header.hash)! });
    expect(reasonOf(chain.acceptBlock(child))).toBeUndefined();
    expect(chain.tip.hash).toBe(parent.hash);
    expect(reasonOf(chain.acceptBlock(first))).toBeUndefined();
    expect(chain.tip.hash).toBe(first.header.hash);
  });

  it('accepts headers first and blocks in any order', () => {
    const source = createTestChain();
    source.mine(30);
    const blocks = Array.from({ length: 30 }, (_, i) => source.chain.block(source.chain.atHeight(i + 1)!.hash)!);
    const test = createTestChain();
    const { chain } = test;
    for (const { header } of blocks) expect(reasonOf(chain.acceptHeader(header))).toBeUndefined();
    expect(chain.tip.height).toBe(0);
    expect(chain.bestHeader.height).toBe(30);
    expect(chain.node(blocks[29]!.header.hash)).toMatchObject({ validity: 'header', hasData: false, txCount: 0, chainTxCount: 0, size: 0 });
    for (const block of blocks.slice(1).reverse()) expect(reasonOf(chain.acceptBlock(block))).toBeUndefined();
    expect(chain.tip.height).toBe(0);
    const tips: number[] = [];
    chain.on({ tipChanged: ({ height }) => tips.push(height) });
    expect(reasonOf(chain.acceptBlock(blocks[0]!))).toBeUndefined();
    expect(tips).toEqual([30]);
    expect(chain.tip.hash).toBe(source.chain.tip.hash);
    expect(chain.tip.chainTxCount).toBe(31);
    expectConsistent(test);
  });

  it('declares blocks invalid and reconsiders them', () => {
    const test = createTestChain();
    const { chain } = test;
    test.mine(10);
    const old = chain.tip;
    const fifth = chain.atHeight(5)!;
    chain.invalidate(fifth.hash);
    expect(chain.tip.height).toBe(4);
    expect(chain.bestHeader.height).toBe(4);
    expect(chain.node(fifth.hash)!.validity).toBe('failed');
    expect(chain.node(old.hash)!.validity).toBe('failed-parent');
    expectConsistent(test);
    const [hash] = test.mine(1) as [string]; // same time and same script, but another block
    expect(hash).not.toBe(fifth.hash);
    expect(chain.tip.height).toBe(5);
    chain.reconsider(old.hash); // frees its ancestors too
    expect(chain.tip.hash).toBe(old.hash);
    expect(chain.node(fifth.hash)!.validity).toBe('valid');
    expect(chain.node(hash)!.validity).toBe('valid');
    expect(chain.bestHeader.hash).toBe(old.hash);
    expectConsistent(test);
    chain.invalidate(hash); // not in the active chain
    expect(chain.tip.hash).toBe(old.hash);
    expect(() => chain.invalidate(chain.genesis.hash)).toThrow(RangeError);
    expect(() => chain.invalidate('00'.repeat(32))).toThrow(RangeError);
    expect(() => chain.reconsider('00'.repeat(32))).toThrow(RangeError);
    expect(() => chain.precious('00'.repeat(32))).toThrow(RangeError);
  });

  it('falls back to another branch when its own is declared invalid', () => {
    const test = createTestChain();
    const { chain } = test;
    test.mine(6);
    const side = branch(chain, chain.atHeight(3)!, 2);
    for (const block of side) chain.acceptBlock(block);
    expect(chain.tip.height).toBe(6);
    chain.invalidate(chain.atHeight(5)!.hash);
    expect(chain.tip.height).toBe(5);
    expect(chain.tip.hash).toBe(side[1]!.header.hash);
    expectConsistent(test);
  });

  it('prefers a precious block with equal work, the latest call first', () => {
    const test = createTestChain();
    const { chain } = test;
    test.mine(5);
    const first = chain.tip.hash;
    const sides = [branch(chain, chain.atHeight(4)!, 1)[0]!, branch(chain, chain.atHeight(4)!, 1)[0]!];
    for (const block of sides) chain.acceptBlock(block);
    expect(chain.tip.hash).toBe(first);
    const [second, third] = sides.map(({ header }) => header.hash) as [string, string];
    for (const hash of [second, third, first, second, third, second, first, second]) {
      chain.precious(hash);
      expect(chain.tip.hash).toBe(hash);
    }
    chain.precious(chain.atHeight(3)!.hash); // less work
    expect(chain.tip.hash).toBe(second);
    expectConsistent(test);
  });

  it('is completely in a snapshot, which can be restored any number of times', () => {
    const test = createTestChain({ txindex: true });
    const { chain, state } = test;
    test.mine(120);
    const early = state.snapshot();
    const earlyDigest = digest(chain);
    for (let round = 0; round < 3; round++) {
      const transactions = [spend([coinbaseOutpoint(chain, 1 + round)], [{ valueSat: 1n }])];
      chain.acceptBlock(buildBlock({ parent: chain.tip, transactions }));
      test.mine(round + 1);
      chain.invalidate(chain.atHeight(115)!.hash);
      const late = state.snapshot();
      const lateDigest = digest(chain);
      expect(lateDigest).not.toBe(earlyDigest);
      state.restore(early);
      expect(digest(chain)).toBe(earlyDigest);
      expect(chain.blockOf(transactions[0]!.txid)).toBeUndefined();
      test.mine(3);
      state.restore(late);
      expect(digest(chain)).toBe(lateDigest);
      test.mine(1);
      state.restore(early);
      expect(digest(chain)).toBe(earlyDigest);
      expectConsistent(test);
    }
  });

  it('prunes all but the last 288 blocks, manually or to a size', () => {
    const test = createTestChain({ prune: 'manual' });
    const { chain } = test;
    test.mine(300);
    const size = chain.sizeOnDisk;
    expect(chain.prune(5)).toBe(5);
    expect(chain.prune(5)).toBe(-1);
    expect(chain.prunedBelow).toBe(6);
    expect(chain.block(chain.atHeight(5)!.hash)).toBeUndefined();
    expect(chain.undo(chain.atHeight(5)!.hash)).toBeUndefined();
    expect(chain.node(chain.atHeight(5)!.hash)).toMatchObject({ hasData: false, hasUndo: false, validity: 'valid', txCount: 1 });
    expect(chain.block(chain.atHeight(6)!.hash)).toBeDefined();
    expect(chain.sizeOnDisk).toBeLessThan(size);
    expect(chain.prune(290)).toBe(12);
    expect(chain.prunedBelow).toBe(13);
    expect(isVerified(chain, 4, 0)).toBe(true);
    const auto = createTestChain({ prune: 60_000n });
    auto.mine(400);
    expect(auto.chain.prunedBelow).toBe(auto.chain.tip.height - 288 + 1);
    const sized = createTestChain({ prune: BigInt(size) });
    sized.mine(310);
    expect(sized.chain.sizeOnDisk).toBeLessThanOrEqual(size);
    expect(sized.chain.prunedBelow).toBeGreaterThan(5);
    expect(sized.chain.prunedBelow).toBeLessThan(20);
  });

  it('finds faults in its own store', () => {
    const test = createTestChain();
    test.mine(20);
    const { chain, state } = test;
    expect([0, 1, 2, 3, 4].every((level) => isVerified(chain, level, 0))).toBe(true);
    const before = state.snapshot();
    const coins = state.table('chain.unspent');
    coins.delete([...coins.keys()][0]!);
    expect(isVerified(chain, 2, 0)).toBe(true);
    expect(isVerified(chain, 3, 0)).toBe(false);
    state.restore(before);
    state.table('chain.undo').delete(chain.atHeight(18)!.hash);
    expect(isVerified(chain, 1, 6)).toBe(true);
    expect(isVerified(chain, 2, 2)).toBe(true);
    expect(isVerified(chain, 2, 6)).toBe(false);
    state.restore(before);
    state.table('chain.blocks').delete(chain.atHeight(18)!.hash);
    expect(isVerified(chain, 0, 6)).toBe(false);
    state.restore(before);
    expect(isVerified(chain, 4, 0)).toBe(true);
  });

  it('does not run scripts that were verified under its flags', () => {
    const test = createTestChain();
    const { chain, scriptCache } = test;
    test.mine(102);
    const into = spend([coinbaseOutpoint(chain, 1)], [{ valueSat: coin, scriptPubKey: Buffer.from([0x00]) }]); // never true
    chain.acceptBlock(buildBlock({ parent: chain.tip, transactions: [into] }));
    const from = spend([{ txid: into.txid, vout: 0 }], [{ valueSat: 1n }]);
    const tries = (): string | undefined => reasonOf(chain.testBlock(buildBlock({ parent: chain.tip, transactions: [from] })));
    expect(tries()).toBe('block-validation-failed');
    scriptCache.add(from.wtxid, 1); // under fewer flags
    expect(tries()).toBe('block-validation-failed');
    scriptCache.add(from.wtxid, 0x1ffff);
    expect(tries()).toBeUndefined();
    const honest = spend([coinbaseOutpoint(chain, 2)], [{ valueSat: coin }]);
    const flags = chain.scriptFlagsAfter(chain.tip);
    chain.testBlock(buildBlock({ parent: chain.tip, transactions: [honest] }));
    expect(scriptCache.has(honest.wtxid, flags)).toBe(true); // for the block itself
  });

  it('tests a block without storing anything', () => {
    const test = createTestChain();
    test.mine(2);
    const before = digest(test.chain);
    const block = buildBlock({ parent: test.chain.tip });
    expect(reasonOf(test.chain.testBlock(block))).toBeUndefined();
    expect(reasonOf(test.chain.testBlock(buildBlock({ parent: test.chain.tip, valueSat: 51n * coin })))).toBe('bad-cb-amount');
    expect(reasonOf(test.chain.testBlock(buildBlock({ parent: test.chain.genesis })))).toBe('inconclusive-not-best-prevblk');
    const { header } = buildBlock({ parent: test.chain.tip, valueSat: 1n });
    expect(reasonOf(test.chain.testBlock(makeBlock(header, block.transactions)))).toBe('bad-txnmrklroot');
    expect(digest(test.chain)).toBe(before);
    expect(anyone).toHaveLength(1);
  });
});
