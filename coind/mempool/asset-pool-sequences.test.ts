import { expect, it } from 'vitest';
import { Draw, type Found } from '../assets/testing/draw.ts';
import { numbers } from '../testing/numbers.ts';
import { trustingMints } from '../assets/testing/asset-chain.ts';
import { createChain } from '../chain/chain.ts';
import { anyone, buildBlock, coinbaseOutpoint, spend } from '../chain/testing/test-chain.ts';
import { curve } from '../crypto/testing/curve.ts';
import { createMiner } from '../mining/miner.ts';
import { selectFrom } from '../mining/select-transactions.ts';
import { COIN } from '../primitives/amount.ts';
import type { Transaction } from '../primitives/types.ts';
import { regtest } from '../regtest.ts';
import { createScriptCache } from '../script/script-cache.ts';
import { createState } from '../state/state.ts';
import { createMempool } from './mempool.ts';
import { poolOptions, stoppedClock } from './testing/test-pool.ts';

const base = 130;

/** A node's chain, mempool and miner; transactions pay no fee, and their outputs are not standard. */
function setUp() {
  const clock = stoppedClock();
  const state = createState({});
  const scriptCache = createScriptCache();
  const log = () => {};
  const pool = { ...poolOptions, acceptNonStandard: true, minRelayFeeRate: 0n };
  const options = { mempool: pool, datadir: undefined, txindex: false, prune: undefined };
  const chain = createChain({ state, params: regtest, clock, options, log, scriptCache, curve, mints: trustingMints });
  const mempool = createMempool({ state, chain, params: regtest, clock, options, log, scriptCache, curve });
  const miner = createMiner({ chain, select: selectFrom({ chain, mempool, minFeeRate: 0n }), params: regtest, clock, log });
  miner.mine(base, anyone, { maxTries: 1_000_000 });
  const funding = spend(
    Array.from({ length: 28 }, (_, index) => coinbaseOutpoint(chain, index + 1)),
    [...Array.from({ length: 8 }, () => ({ valueSat: 160n * COIN })), ...Array.from({ length: 150 }, () => ({ valueSat: 0n }))],
  );
  expect(chain.acceptBlock(buildBlock({ parent: chain.tip, transactions: [funding] }))).toEqual({ ok: true });
  return { clock, chain, mempool, miner };
}

type Node = ReturnType<typeof setUp>;

/** The coins that a transaction could spend, of the chain and of the mempool. */
function coinsOf({ chain, mempool }: Node): Found[] {
  const found = [...chain.coins()].filter(([outpoint]) => mempool.spender(outpoint) === undefined);
  for (const { txid, transaction } of mempool.entries()) {
    for (const vout of transaction.outputs.keys()) {
      const coin = mempool.coin({ txid, vout });
      // Data outputs cannot be spent.
      if (coin !== undefined && coin.scriptPubKey[0] !== 0x6a) found.push([{ txid, vout }, coin]);
    }
  }
  return found;
}

/** Random entries with all their ancestors, parents first. */
function anyPart({ mempool }: Node, below: (limit: number) => number): Transaction[] {
  const chosen = new Map<string, Transaction>();
  const shuffled = [...mempool.entries()].map((entry) => ({ entry, order: below(1_000) })).sort((a, b) => a.order - b.order);
  for (const { entry } of shuffled) {
    if (below(3) === 0) continue;
    for (const member of [...mempool.ancestors(entry.txid), entry]) chosen.set(member.txid, member.transaction);
  }
  return [...chosen.values()];
}

/** Takes random steps. After each, any part of the mempool must make a valid block. @returns how often something happened */
function run(seed: number, steps: number): Record<string, number> {
  const node = setUp();
  const { clock, chain, mempool, miner } = node;
  const below = numbers(seed);
  const counts: Record<string, number> = {};
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  const invalidated: string[] = [];
  for (let step = 0; step < steps; step++) {
    const kind = below(20);
    clock.now += 1;
    if (kind < 14) {
      const transaction = new Draw(chain, coinsOf(node), below).next();
      const outcome = transaction && mempool.accept(transaction);
      if (outcome !== undefined) count(outcome.ok ? 'accepted' : outcome.reason);
    } else if (kind < 16) {
      const before = mempool.size;
      expect(miner.mine(1, anyone, { maxTries: 1_000_000 })).toHaveLength(1);
      if (before > 0) expect(mempool.size).toBe(0);
      count('mined');
    } else if (kind < 18) {
      // A block of another miner, which the transactions of the pool may contradict.
      const draw = new Draw(chain, [...chain.coins()], below);
      const transactions = Array.from({ length: 3 }, () => draw.next()).filter((transaction) => transaction !== undefined);
      const before = mempool.size;
      if (chain.acceptBlock(buildBlock({ parent: chain.tip, transactions })).ok && mempool.size < before) count('contradicted');
    } else if (kind < 19 && chain.tip.height > base + 2) {
      const { hash } = chain.atHeight(Math.max(base + 2, chain.tip.height - below(3)))!;
      chain.invalidate(hash);
      invalidated.push(hash);
      count('invalidated');
    } else if (invalidated.length > 0) {
      chain.reconsider(invalidated.splice(below(invalidated.length), 1)[0]!);
    }
    expect(chain.testBlock(buildBlock({ parent: chain.tip, transactions: anyPart(node, below) }))).toEqual({ ok: true });
  }
  return counts;
}

it('after any sequence of transactions, blocks and reorganisations, any part of the mempool makes a valid block', () => {
  const totals: Record<string, number> = {};
  for (let seed = 1; seed <= 8; seed++)
    for (const [what, times] of Object.entries(run(seed, 150))) totals[what] = (totals[what] ?? 0) + times;
  // The sequences would show nothing without these.
  expect(totals['accepted']).toBeGreaterThan(300);
  expect(totals['bad-asset-supply']).toBeGreaterThan(10);
  expect(totals['contradicted']).toBeGreaterThan(10);
  expect(totals['invalidated']).toBeGreaterThan(20);
});
