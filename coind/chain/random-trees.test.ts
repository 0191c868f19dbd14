import { expect, it } from 'vitest';
import type { Block, Outpoint, Transaction } from '../primitives/types.ts';
import { buildBlock, createTestChain, reasonOf, spend, isVerified } from './testing/test-chain.ts';
import type { Chain } from './types.ts';
import { numbers } from '../testing/numbers.ts';

/** Expected coins of a branch, computed independently of the chain: outpoint to value. */
type Coins = ReadonlyMap<string, bigint>;

interface Branch {
  readonly block: Block | undefined; // undefined for the common root
  readonly hash: string;
  readonly parent: Branch | undefined;
  readonly height: number;
  readonly coins: Coins;
  /** Outputs that the next block may spend. */
  readonly mature: readonly (Outpoint & { readonly valueSat: bigint })[];
}

const base = 110;

/** A block on a branch that spends some of its coins, and some of its own outputs. */
function grow(from: Branch, shadow: Chain, below: (limit: number) => number): Branch {
  const coins = new Map(from.coins);
  let mature = [...from.mature];
  const transactions: Transaction[] = [];
  for (let i = below(4); i > 0 && mature.length > 0; i--) {
    const inputs = mature.splice(below(mature.length), 1 + below(2));
    let left = inputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
    const outputs = Array.from({ length: 1 + below(3) }, () => {
      const valueSat = left / 2n;
      left -= valueSat;
      return { valueSat };
    });
    const transaction = spend(inputs, outputs);
    for (const { txid, vout } of inputs) coins.delete(`${txid}:${vout}`);
    mature = [...mature, ...outputs.map(({ valueSat }, vout) => ({ txid: transaction.txid, vout, valueSat }))];
    outputs.forEach(({ valueSat }, vout) => coins.set(`${transaction.txid}:${vout}`, valueSat));
    transactions.push(transaction);
  }
  const block = buildBlock({ parent: shadow.node(from.hash)!, transactions, valueSat: BigInt(below(1000)) });
  expect(reasonOf(shadow.acceptHeader(block.header))).toBeUndefined();
  const [coinbase] = block.transactions as [Transaction];
  coins.set(`${coinbase.txid}:0`, coinbase.outputs[0]!.valueSat);
  return { block, hash: block.header.hash, parent: from, height: from.height + 1, coins, mature };
}

function* lineOf(branch: Branch | undefined): Iterable<Branch> {
  for (let ancestor = branch; ancestor !== undefined; ancestor = ancestor.parent) yield ancestor;
}

it('any tree of blocks, in any order, with any of them invalidated and reconsidered, results in the coins of the best branch', () => {
  let reorganisations = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const below = numbers(seed);
    const shadow = createTestChain();
    shadow.mine(base);
    const test = createTestChain({ txindex: true });
    const { chain } = test;
    const start = new Map<string, bigint>();
    const mature: (Outpoint & { readonly valueSat: bigint })[] = [];
    for (let height = 1; height <= base; height++) {
      const block = shadow.chain.block(shadow.chain.atHeight(height)!.hash)!;
      expect(reasonOf(chain.acceptBlock(block))).toBeUndefined();
      const [{ txid, outputs }] = block.transactions as [Transaction];
      start.set(`${txid}:0`, outputs[0]!.valueSat);
      if (height <= 10) mature.push({ txid, vout: 0, valueSat: outputs[0]!.valueSat });
    }
    const root: Branch = { block: undefined, hash: chain.tip.hash, parent: undefined, height: base, coins: start, mature };
    const branches = [root];
    // Mostly on the latest ones, so that branches grow long.
    for (let i = 0; i < 40; i++)
      branches.push(grow(branches[branches.length - 1 - below(Math.min(branches.length, 6))]!, shadow.chain, below));
    for (const { block } of branches.slice(1)) expect(reasonOf(chain.acceptHeader(block!.header))).toBeUndefined();

    const there = new Set([root.hash]);
    const bad = new Set<string>();
    chain.on({ disconnected: () => void (reorganisations += 1) });
    const check = (): void => {
      const usable = (branch: Branch): boolean => [...lineOf(branch)].every(({ hash }) => there.has(hash) && !bad.has(hash));
      const best = Math.max(...branches.filter(usable).map(({ height }) => height));
      const tip = branches.find(({ hash }) => hash === chain.tip.hash)!;
      expect(usable(tip)).toBe(true);
      expect(tip.height).toBe(best);
      expect(new Map([...chain.coins()].map(([{ txid, vout }, { valueSat }]) => [`${txid}:${vout}`, valueSat]))).toEqual(tip.coins);
      expect(chain.coinCount).toBe(tip.coins.size);
      const active = new Set([...lineOf(tip)].map(({ hash }) => hash));
      for (const { block, hash } of branches.slice(1)) {
        expect(chain.isActive(chain.node(hash)!)).toBe(active.has(hash));
        if (active.has(hash)) for (const { txid } of block!.transactions) expect(chain.blockOf(txid)).toBe(hash);
      }
    };
    const waiting = branches.slice(1);
    while (waiting.length > 0) {
      const [branch] = waiting.splice(below(Math.min(waiting.length, 8)), 1) as [Branch];
      expect(reasonOf(chain.acceptBlock(branch.block!))).toBeUndefined();
      there.add(branch.hash);
      check();
    }
    for (let i = 0; i < 30; i++) {
      const branch = branches[1 + below(branches.length - 1)]!;
      if (below(3) > 0) {
        chain.invalidate(branch.hash);
        bad.add(branch.hash);
      } else {
        chain.reconsider(branch.hash);
        // Reconsidering a block also reconsiders its ancestors and descendants.
        for (const { hash } of lineOf(branch)) bad.delete(hash);
        for (const other of branches) if ([...lineOf(other)].includes(branch)) bad.delete(other.hash);
      }
      check();
    }
    expect(isVerified(chain, 4, 0)).toBe(true);
  }
  expect(reorganisations).toBeGreaterThan(100);
});
