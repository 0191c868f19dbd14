import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { NETWORK, p2wpkh, Transaction as SignedTransaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { createChain } from '../chain/chain.ts';
import { createMiner } from '../mining/miner.ts';
import { selectFrom } from '../mining/select-transactions.ts';
import { regtest } from '../regtest.ts';
import { decodeTransaction } from '../script/decode-transaction.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';
import { createState } from '../state/state.ts';
import { createMempool } from './mempool.ts';
import { createScriptCache, type ScriptCache } from '../script/script-cache.ts';
import { OPEN_SCRIPT, poolOptions, spend, stoppedClock } from './testing/test-pool.ts';
import { curve } from '../crypto/testing/curve.ts';
import { loadPool } from './testing/load-pool.ts';

const privateKey = Buffer.alloc(32, 5);
const payment = p2wpkh(secp256k1.getPublicKey(privateKey, true), NETWORK);
const script = Buffer.from(payment.script);
const subsidySat = 5_000_000_000n;

/** A chain with a mempool and a miner, as in a node; all blocks pay to the key above. */
function setUp(datadir?: string) {
  const clock = stoppedClock();
  const state = createState({ datadir });
  const misses: string[] = [];
  const known = createScriptCache();
  const scriptCache: ScriptCache = {
    has(wtxid, flags) {
      const found = known.has(wtxid, flags);
      if (!found) misses.push(wtxid);
      return found;
    },
    add: (wtxid, flags) => known.add(wtxid, flags),
  };
  const log = () => {};
  const options = { mempool: poolOptions, datadir, txindex: false, prune: undefined };
  const chain = createChain({ state, params: regtest, clock, options, log, scriptCache, curve });
  const mempool = createMempool({ state, chain, params: regtest, clock, options, log, scriptCache, curve });
  const miner = createMiner({ chain, select: selectFrom({ chain, mempool, minFeeRate: 1_000n }), params: regtest, clock, log });
  const mine = (count = 1) => miner.mine(count, script, { maxTries: 1_000_000 });
  /** Value of the coinbase at a height. */
  const coinbase = (height: number): Outpoint => ({ txid: chain.block(chain.atHeight(height)!.hash)!.transactions[0]!.txid, vout: 0 });
  return { clock, state, chain, mempool, mine, coinbase, misses };
}

interface PayOptions {
  readonly feeSat?: bigint;
  readonly sequence?: number;
  readonly locktime?: number;
}

/** Spends a coin to the key and to an anyone-can-spend output. */
function pay(coin: Outpoint, inSat: bigint, { feeSat = 10_000n, sequence = 0xffffffff, locktime = 0 }: PayOptions = {}): Transaction {
  const tx = new SignedTransaction({ lockTime: locktime, allowUnknownOutputs: true });
  tx.addInput({ txid: coin.txid, index: coin.vout, sequence, witnessUtxo: { script: payment.script, amount: inSat } });
  tx.addOutput({ script: payment.script, amount: inSat / 2n });
  tx.addOutput({ script: OPEN_SCRIPT, amount: inSat - inSat / 2n - feeSat });
  tx.sign(privateKey);
  tx.finalize();
  return decodeTransaction(Buffer.from(tx.extract()))!;
}

describe('the mempool on a real chain', () => {
  it('provides transactions to the miner, whose scripts are not run a second time', () => {
    const { mempool, chain, mine, coinbase, misses } = setUp();
    mine(105);
    const first = pay(coinbase(1), subsidySat);
    const second = pay({ txid: first.txid, vout: 0 }, subsidySat / 2n);
    const third = spend([{ txid: first.txid, vout: 1 }], [1_000_000_000n]);
    for (const transaction of [first, second, third]) expect(mempool.accept(transaction)).toEqual({ ok: true });
    expect(mempool.accept(pay(coinbase(7), subsidySat))).toMatchObject({ reason: 'bad-txns-premature-spend-of-coinbase' });
    misses.length = 0;
    const [hash] = mine();
    const block = chain.block(hash!)!;
    expect(
      block.transactions
        .slice(1)
        .map(({ txid }) => txid)
        .sort(),
    ).toEqual([first, second, third].map(({ txid }) => txid).sort());
    expect(misses).toEqual([]);
    expect([mempool.size, mempool.usage]).toEqual([0, 0]);
    expect(mempool.coin({ txid: second.txid, vout: 0 })).toMatchObject({ height: 106 });
  });

  it('adds the transactions of an invalidated block, and removes them when it is reconsidered', () => {
    const { mempool, chain, mine, coinbase } = setUp();
    mine(105);
    const first = pay(coinbase(1), subsidySat);
    const second = pay({ txid: first.txid, vout: 0 }, subsidySat / 2n);
    mempool.accept(first);
    const [hash] = mine();
    mempool.accept(second);
    mine();
    chain.invalidate(hash!);
    expect(mempool.get(first.txid)).toMatchObject({ children: [second.txid], descendantCount: 2, height: 105 });
    expect(mempool.get(second.txid)).toMatchObject({ parents: [first.txid], ancestorFeesSat: 20_000n });
    chain.reconsider(hash!);
    expect([mempool.size, chain.tip.height]).toEqual([0, 107]);
    chain.invalidate(hash!);
    expect([mempool.size, chain.tip.height]).toEqual([2, 105]);
    mine();
    expect([mempool.size, chain.tip.height]).toEqual([0, 106]);
  });

  it('removes spenders of the coinbase of a disconnected block', () => {
    const { mempool, chain, mine, coinbase } = setUp();
    mine(101);
    const transaction = pay(coinbase(2), subsidySat);
    expect(mempool.accept(transaction)).toEqual({ ok: true });
    chain.invalidate(chain.tip.hash);
    expect(mempool.size).toBe(0);
    expect(mempool.accept(transaction)).toMatchObject({ reason: 'bad-txns-premature-spend-of-coinbase' });
    chain.invalidate(chain.atHeight(2)!.hash);
    expect(mempool.accept(transaction)).toMatchObject({ reason: 'bad-txns-inputs-missingorspent' });
  });

  it('is restored with a snapshot of the chain', () => {
    const { mempool, chain, mine, coinbase, state } = setUp();
    mine(105);
    const first = pay(coinbase(1), subsidySat);
    mempool.accept(first);
    const moment = state.snapshot();
    mine(3);
    expect(mempool.accept(pay({ txid: first.txid, vout: 0 }, subsidySat / 2n)).ok).toBe(true);
    for (let round = 0; round < 2; round += 1) {
      state.restore(moment);
      expect([chain.tip.height, mempool.size, mempool.has(first.txid)]).toEqual([105, 1, true]);
      expect(mempool.coin(coinbase(1))).toBeUndefined();
      mine();
      expect([mempool.size, chain.coin({ txid: first.txid, vout: 0 })?.height]).toEqual([0, 106]);
    }
  });

  it('applies locks by height, and by the median time of the tip', () => {
    const { mempool, mine, coinbase, chain, clock } = setUp();
    mine(110);
    const byHeight = pay(coinbase(1), subsidySat, { feeSat: 10_000n, sequence: 0xfffffffe, locktime: 111 });
    expect(mempool.accept(byHeight)).toMatchObject({ reason: 'non-final' });
    const byTime = pay(coinbase(2), subsidySat, { feeSat: 10_000n, sequence: 0xfffffffe, locktime: clock.now + 100 });
    expect(mempool.accept(byTime)).toMatchObject({ reason: 'non-final' });
    // 512 seconds after the median time of the block below the coin's.
    const relative = pay(coinbase(3), subsidySat, { feeSat: 10_000n, sequence: 0x00400001 });
    mine();
    expect(mempool.accept(byHeight)).toEqual({ ok: true });
    clock.now += 700;
    mine(5);
    expect(chain.tip.medianTime).toBeLessThan(clock.now - 100);
    expect(mempool.accept(byTime)).toMatchObject({ reason: 'non-final' });
    mine(7);
    expect(mempool.accept(byTime)).toEqual({ ok: true });
    expect(mempool.accept(relative)).toEqual({ ok: true });
    mine();
    expect(mempool.size).toBe(0);
  });

  it('stores fee records on disk, and its transactions in the dump', async () => {
    const datadir = mkdtempSync(join(tmpdir(), 'coind-pool-'));
    try {
      const before = setUp(datadir);
      before.mine(101);
      const split = pay(before.coinbase(1), subsidySat);
      before.mempool.accept(split);
      before.mine();
      const path = join(datadir, 'pool');
      const waiting = pay({ txid: split.txid, vout: 0 }, subsidySat / 2n);
      before.mempool.accept(waiting);
      before.mempool.dump(path);
      const recorded = [...before.state.table('fees.medium').entries()];
      expect(recorded).toHaveLength(1);
      await before.state.close();
      const after = setUp(datadir);
      expect([...after.state.table('fees.medium').keys()]).toEqual(recorded.map(([key]) => key));
      expect([after.mempool.size, after.mempool.loaded]).toEqual([0, false]);
      expect(loadPool(after.mempool, path)).toBe(1);
      expect(after.mempool.get(waiting.txid)).toMatchObject({ feeSat: 10_000n });
      await after.state.close();
    } finally {
      rmSync(datadir, { recursive: true });
    }
  });
});

describe('the cache of verified scripts', () => {
  it('holds for the recorded flags and for subsets of them', () => {
    const cache = createScriptCache();
    cache.add('ab', 0b0110);
    expect([cache.has('ab', 0b0110), cache.has('ab', 0b0010), cache.has('ab', 0b1110), cache.has('cd', 0)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    cache.add('ab', 0b1000); // not proof of 0b1110
    expect([cache.has('ab', 0b1110), cache.has('ab', 0b0110)]).toEqual([false, true]);
    cache.add('ab', 0b1110);
    expect(cache.has('ab', 0b1110)).toBe(true);
  });

  it('removes the oldest entries first', () => {
    const cache = createScriptCache(2);
    for (const wtxid of ['a', 'b', 'c']) cache.add(wtxid, 1);
    expect(['a', 'b', 'c'].map((wtxid) => cache.has(wtxid, 1))).toEqual([false, true, true]);
  });
});
