import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../primitives/types.ts';
import { makePool, refusal, spend } from './testing/test-pool.ts';
import { loadPool } from './testing/load-pool.ts';

type Pool = ReturnType<typeof makePool>;

const idsOf = ({ mempool }: Pool) => [...mempool.entries()].map(({ txid }) => txid).sort();
const ids = (...transactions: Transaction[]) => transactions.map(({ txid }) => txid).sort();

function accepted({ mempool }: Pool, ...transactions: Transaction[]): void {
  for (const transaction of transactions) expect(refusal(mempool, transaction)).toBeUndefined();
}

/** A chain of three, the first spending a new coin. */
function family({ chain }: Pool): [Transaction, Transaction, Transaction] {
  const first = spend([chain.fund(1_000_000n)], [998_000n]);
  const second = spend([{ txid: first.txid, vout: 0 }], [996_000n]);
  return [first, second, spend([{ txid: second.txid, vout: 0 }], [994_000n])];
}

/** Records removed transactions and the reasons. */
function removals(pool: Pool): [string, string][] {
  const log: [string, string][] = [];
  pool.mempool.on({ removed: ({ txid }, reason) => log.push([reason, txid]) });
  return log;
}

describe('blocks', () => {
  it('remove their transactions, and the sums of the others stay exact', () => {
    const pool = makePool();
    const [first, second, third] = family(pool);
    accepted(pool, first, second, third);
    const log = removals(pool);
    pool.chain.mine([first]);
    expect(log).toEqual([['block', first.txid]]);
    expect(pool.mempool.get(second.txid)).toMatchObject({ parents: [], ancestorCount: 1, ancestorFeesSat: 2_000n, descendantCount: 2 });
    expect(pool.mempool.get(third.txid)).toMatchObject({ ancestorCount: 2, ancestorVsize: second.vsize + third.vsize });
    pool.chain.mine([second, third]);
    expect([pool.mempool.size, pool.mempool.bytes, pool.mempool.usage]).toEqual([0, 0, 0]);
  });

  it('remove conflicting transactions with their descendants', () => {
    const pool = makePool();
    const [first, second, third] = family(pool);
    accepted(pool, first, second, third);
    const log = removals(pool);
    pool.chain.mine([spend([first.inputs[0]!], [500_000n])]);
    expect(log.toSorted()).toEqual(ids(first, second, third).map((txid) => ['conflict', txid]));
    expect(pool.mempool.size).toBe(0);
  });
});

describe('reorganisations', () => {
  it('return transactions, as parents of children that stayed', () => {
    const pool = makePool();
    const [first, second, third] = family(pool);
    accepted(pool, first, second, third);
    pool.chain.mine([first]);
    pool.chain.mine([second]);
    const added: string[] = [];
    pool.mempool.on({ added: ({ txid }) => added.push(txid) });
    pool.chain.reorganise(2, [[], [], []]);
    expect(added).toEqual([first.txid, second.txid]);
    expect(idsOf(pool)).toEqual(ids(first, second, third));
    expect(pool.mempool.get(first.txid)).toMatchObject({ children: [second.txid], descendantCount: 3, descendantFeesSat: 6_000n });
    expect(pool.mempool.get(third.txid)).toMatchObject({ parents: [second.txid], ancestorCount: 3, ancestorFeesSat: 6_000n });
  });

  it('do not return transactions that the new chain confirms', () => {
    const pool = makePool();
    const [first, second, third] = family(pool);
    accepted(pool, first, second, third);
    pool.chain.mine([first, second]);
    pool.chain.reorganise(1, [[first], [second]]);
    expect(idsOf(pool)).toEqual(ids(third));
    expect(pool.mempool.get(third.txid)!.parents).toEqual([]);
  });

  it('remove children of transactions that conflict with the new chain', () => {
    const pool = makePool();
    const [first, second, third] = family(pool);
    accepted(pool, first, second, third);
    pool.chain.mine([first]);
    const log = removals(pool);
    pool.chain.reorganise(1, [[spend([first.inputs[0]!], [500_000n])], []]);
    expect(log.toSorted()).toEqual(ids(second, third).map((txid) => ['reorg', txid]));
    expect(pool.mempool.size).toBe(0);
  });

  it('remove spenders of a disconnected or immature coinbase', () => {
    const pool = makePool();
    const coinbase = pool.chain.fund(1_000_000n, { coinbase: true, height: 52 });
    pool.chain.mine();
    const transaction = spend([coinbase], [990_000n]);
    accepted(pool, transaction);
    expect(pool.mempool.get(transaction.txid)!.spendsCoinbase).toBe(true);
    const log = removals(pool);
    pool.chain.reorganise(1, []);
    expect(log).toEqual([['reorg', transaction.txid]]);
  });

  it('remove transactions that are locked again', () => {
    const pool = makePool();
    pool.chain.mine();
    const byLocktime = spend([{ ...pool.chain.fund(1_000_000n), sequence: 0 }], [990_000n], { locktime: 151 });
    const bySequence = spend([{ ...pool.chain.fund(1_000_000n, { height: 149 }), sequence: 3 }], [990_000n]);
    const free = spend([pool.chain.fund(1_000_000n)], [990_000n]);
    accepted(pool, byLocktime, bySequence, free);
    pool.chain.reorganise(1, []);
    expect(idsOf(pool)).toEqual(ids(free));
  });

  it('return transactions below the minimum relay fee', () => {
    const pool = makePool();
    const free = spend([pool.chain.fund(1_000_000n)], [1_000_000n]);
    pool.chain.mine([free]);
    pool.chain.reorganise(1, [[], []]);
    expect(idsOf(pool)).toEqual(ids(free));
  });
});

describe('limits of size and age', () => {
  /** Independent transactions of about the same size, each with a fee 1,000 satoshis higher. */
  const rising = (pool: Pool, count: number) =>
    Array.from({ length: count }, (_, index) => spend([pool.chain.fund(10_000_000n)], [9_999_000n - 1_000n * BigInt(index)]));

  it('evict the lowest feerate, and require a higher one from then on', () => {
    const pool = makePool({ mempool: { maxBytes: 10_000 } });
    const transactions = rising(pool, 30);
    const log = removals(pool);
    accepted(pool, ...transactions);
    expect(pool.mempool.usage).toBeLessThanOrEqual(10_000);
    const left = pool.mempool.size;
    expect(left).toBeGreaterThan(5);
    expect(idsOf(pool)).toEqual(ids(...transactions.slice(-left)));
    expect(new Set(log.map(([reason]) => reason))).toEqual(new Set(['size-limit']));
    const lastOut = transactions[30 - left - 1]!;
    const lastFee = 10_000_000n - lastOut.outputs[0]!.valueSat;
    expect(pool.mempool.minFeeRate).toBe((lastFee * 1000n) / BigInt(lastOut.vsize) + 1_000n);
    expect(refusal(pool.mempool, spend([pool.chain.fund(10_000_000n)], [9_999_000n]))).toBe('mempool min fee not met');
    pool.mempool.prioritise(transactions[29]!.txid, -100_000n);
    accepted(pool, spend([pool.chain.fund(10_000_000n)], [9_900_000n]));
    expect(pool.mempool.has(transactions[29]!.txid)).toBe(false);
  });

  it('refuse a transaction that would be evicted first', () => {
    const pool = makePool({ mempool: { maxBytes: 13_000 } });
    accepted(pool, ...Array.from({ length: 12 }, () => spend([pool.chain.fund(10_000_000n)], [9_900_000n])));
    const added: string[] = [];
    pool.mempool.on({ added: ({ txid }) => added.push(txid), removed: ({ txid }) => added.push(txid) });
    const size = pool.mempool.size;
    expect(refusal(pool.mempool, spend([pool.chain.fund(10_000_000n)], [9_999_000n]))).toBe('mempool full');
    expect(added).toEqual([]);
    expect(pool.mempool.size).toBe(size);
  });

  it('keep a parent with a low feerate because of a child with a high one', () => {
    const pool = makePool({ mempool: { maxBytes: 10_000 } });
    const parent = spend([pool.chain.fund(10_000_000n)], [9_999_800n]);
    const child = spend([{ txid: parent.txid, vout: 0 }], [9_000_000n]);
    accepted(pool, parent, child, ...rising(pool, 30));
    expect([parent, child].map(({ txid }) => pool.mempool.has(txid))).toEqual([true, true]);
  });

  it('lower the minimum feerate after a block, by half in three hours while the mempool is nearly empty', () => {
    const pool = makePool({ mempool: { maxBytes: 10_000 } });
    accepted(pool, ...rising(pool, 30));
    const risen = pool.mempool.minFeeRate;
    pool.clock.now += 3 * 60 * 60;
    expect(pool.mempool.minFeeRate).toBe(risen);
    pool.chain.mine([...pool.mempool.entries()].map(({ transaction }) => transaction));
    expect(pool.mempool.minFeeRate).toBe(risen);
    pool.clock.now += 3 * 60 * 60;
    expect(Number(pool.mempool.minFeeRate) / Number(risen)).toBeCloseTo(0.5, 3);
    pool.clock.now += 365 * 24 * 60 * 60;
    expect(pool.mempool.minFeeRate).toBe(1_000n);
  });

  it('remove a transaction after two weeks, with its descendants', () => {
    const pool = makePool();
    const [first, second] = family(pool);
    accepted(pool, first);
    pool.clock.now += 336 * 60 * 60;
    accepted(pool, second);
    const log = removals(pool);
    pool.clock.now += 1;
    const late = spend([pool.chain.fund(1_000_000n)], [990_000n]);
    accepted(pool, late);
    expect(log.toSorted()).toEqual(ids(first, second).map((txid) => ['expiry', txid]));
    expect(idsOf(pool)).toEqual(ids(late));
  });
});

describe('the dump', () => {
  const folders: string[] = [];
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'coind-pool-'));
    folders.push(made);
    return made;
  };
  afterEach(() => {
    for (const made of folders.splice(0)) rmSync(made, { recursive: true });
  });

  it('restores order, times and fee changes', () => {
    const pool = makePool();
    const [first, second, third] = family(pool);
    accepted(pool, first);
    pool.clock.now += 50;
    accepted(pool, second, third);
    pool.mempool.prioritise(second.txid, 700n);
    pool.mempool.prioritise('cc'.repeat(32), -5n);
    const path = join(folder(), 'mempool.dat');
    pool.mempool.dump(path);
    expect(readdirSync(join(path, '..'))).toEqual(['mempool.dat']);

    const next = makePool({ datadir: '/nowhere' });
    for (const [key, coin] of pool.chain.coins) next.chain.coins.set(key, coin);
    next.clock.now += 1_000;
    expect(next.mempool.loaded).toBe(false);
    expect(loadPool(next.mempool, path)).toBe(3);
    expect(next.mempool.loaded).toBe(true);
    for (const transaction of [first, second, third]) {
      const { transaction: before, ...expected } = pool.mempool.get(transaction.txid)!;
      const { transaction: after, ...entry } = next.mempool.get(transaction.txid)!;
      expect(entry).toEqual(expected);
      expect(after.bytes.equals(before.bytes)).toBe(true);
    }
    expect(next.mempool.prioritised('cc'.repeat(32))).toBe(-5n);
  });

  it('omits transactions that have expired or become invalid', () => {
    const pool = makePool();
    const [first, second] = family(pool);
    const other = spend([pool.chain.fund(1_000_000n)], [990_000n]);
    accepted(pool, first, second);
    pool.clock.now += 100;
    accepted(pool, other);
    const path = join(folder(), 'mempool.dat');
    pool.mempool.dump(path);
    const next = makePool();
    for (const [key, coin] of pool.chain.coins) next.chain.coins.set(key, coin);
    next.clock.now += 336 * 60 * 60 + 50;
    expect(loadPool(next.mempool, path)).toBe(1);
    expect(idsOf(next)).toEqual(ids(other));
    expect(loadPool(next.mempool, join(path, '..', 'absent'))).toBe(0);
    expect(() => next.mempool.dump(join(path, 'absent', 'x'))).toThrow();
  });

  it('is refused as damaged if any byte is changed or missing; one without a digest is from another node', () => {
    const pool = makePool();
    accepted(pool, ...family(pool));
    pool.mempool.prioritise('cc'.repeat(32), -5n);
    const path = join(folder(), 'mempool.dat');
    pool.mempool.dump(path);
    const whole = readFileSync(path);
    const foreign = whole.length - 33;
    for (let at = 0; at < whole.length; at += 11) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1 << (at % 8);
      writeFileSync(path, changed);
      expect(() => loadPool(makePool().mempool, path), `byte ${at}`).toThrow(/mempool\.dat is damaged.*move it away/);
      if (at === foreign || at === foreign - 1) continue; // the list of unbroadcast transactions may be missing
      writeFileSync(path, whole.subarray(0, at));
      expect(() => loadPool(makePool().mempool, path), `${at} bytes`).toThrow(/mempool\.dat is damaged.*move it away/);
    }
    writeFileSync(path, whole.subarray(0, foreign));
    const next = makePool();
    for (const [key, coin] of pool.chain.coins) next.chain.coins.set(key, coin);
    expect(loadPool(next.mempool, path)).toBe(3);
  });
});

describe('snapshots', () => {
  it('contain the mempool, full or not', () => {
    const pool = makePool({ mempool: { maxBytes: 10_000 } });
    const [first, second, third] = family(pool);
    accepted(pool, first, second);
    const before = [...pool.mempool.entries()];
    const moment = pool.state.snapshot();
    accepted(
      pool,
      third,
      ...Array.from({ length: 20 }, (_, index) => spend([pool.chain.fund(10_000_000n)], [9_900_000n - 1_000n * BigInt(index)])),
    );
    pool.mempool.prioritise(first.txid, 1n);
    const { changes, minFeeRate } = pool.mempool;
    expect(minFeeRate).toBeGreaterThan(1_000n);
    pool.state.restore(moment);
    expect([...pool.mempool.entries()]).toEqual(before);
    expect(pool.mempool.changes).toBeGreaterThan(changes);
    expect([pool.mempool.minFeeRate, pool.mempool.prioritised(first.txid), pool.mempool.spender({ txid: second.txid, vout: 0 })]).toEqual([
      1_000n,
      0n,
      undefined,
    ]);
    accepted(pool, third);
    expect(pool.mempool.get(first.txid)!.descendantCount).toBe(3);
  });

  it('are followed by the same evictions as before', () => {
    const pool = makePool({ mempool: { maxBytes: 10_000 } });
    const poor = spend([pool.chain.fund(1_000_000n)], [998_000n]);
    accepted(pool, poor);
    const moment = pool.state.snapshot();
    for (let round = 0; round < 2; round += 1) {
      accepted(
        pool,
        ...Array.from({ length: 20 }, (_, index) => spend([pool.chain.fund(10_000_000n)], [9_800_000n - 1_000n * BigInt(index)])),
      );
      expect(pool.mempool.usage).toBeLessThanOrEqual(10_000);
      expect(pool.mempool.has(poor.txid)).toBe(false);
      pool.state.restore(moment);
      expect(pool.mempool.has(poor.txid)).toBe(true);
    }
  });
});
