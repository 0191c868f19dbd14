import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guidOf } from '../assets/guid.ts';
import { at, trustingMints } from '../assets/testing/asset-chain.ts';
import {
  allocationBurn,
  allocationSend,
  assetNew,
  assetSend,
  assetUpdate,
  carry,
  type Frame,
  mintByProof,
} from '../assets/testing/asset-transactions.ts';
import { createChain } from '../chain/chain.ts';
import { buildBlock } from '../chain/testing/test-chain.ts';
import { curve } from '../crypto/testing/curve.ts';
import { createMiner } from '../mining/miner.ts';
import { selectFrom } from '../mining/select-transactions.ts';
import { COIN } from '../primitives/amount.ts';
import type { Outpoint, Transaction, TxInput } from '../primitives/types.ts';
import { regtest } from '../regtest.ts';
import { createScriptCache } from '../script/script-cache.ts';
import { createState } from '../state/state.ts';
import { createMempool } from './mempool.ts';
import { MISSING_INPUTS } from './reasons.ts';
import { OPEN_SCRIPT, poolOptions, refusal, spend, stoppedClock } from './testing/test-pool.ts';

const scriptSig = Buffer.from([0x01, 0x51]);
/** Value of each output, above dust; transactions have inputs of one coin for the fee. */
const VALUE = 10_000n;

/** A node's chain, mempool and miner, with one asset of 1000 units: 400 issued. */
function setUp() {
  const clock = stoppedClock();
  const state = createState({});
  const scriptCache = createScriptCache();
  const log = () => {};
  const options = { mempool: poolOptions, datadir: undefined, txindex: false, prune: undefined };
  const chain = createChain({ state, params: regtest, clock, options, log, scriptCache, curve, mints: trustingMints });
  const mempool = createMempool({ state, chain, params: regtest, clock, options, log, scriptCache, curve });
  const select = selectFrom({ chain, mempool, minFeeRate: 1_000n });
  const miner = createMiner({ chain, select, params: regtest, clock, log });
  const mine = (count = 1) => miner.mine(count, OPEN_SCRIPT, { maxTries: 1_000_000 });
  mine(120);
  const coinbases = Array.from({ length: 18 }, (_, index) => ({
    txid: chain.block(chain.atHeight(index + 1)!.hash)!.transactions[0]!.txid,
    vout: 0,
  }));
  const funding = spend(coinbases, [...Array.from({ length: 4 }, () => 160n * COIN), ...Array.from({ length: 30 }, () => COIN)]);
  expect(mempool.accept(funding)).toEqual({ ok: true });
  mine();
  let next = 4;
  /** A new coin for fees. */
  const coin = (): Outpoint => at(funding, next++);
  const frame = (inputs: readonly (Outpoint & Partial<TxInput>)[], outputs = 1, feeSat = 100_000n): Frame => ({
    inputs: [...inputs, coin()],
    script: OPEN_SCRIPT,
    // The rest of the coin is the last output.
    valuesSat: [...Array.from({ length: outputs }, () => VALUE), COIN - feeSat - VALUE * BigInt(outputs)],
    scriptSig,
  });
  const big = (index: number): Frame => ({ inputs: [at(funding, index)], script: OPEN_SCRIPT, valuesSat: [VALUE], scriptSig });
  const { transaction: created, guid } = assetNew(big(0), { contract: Buffer.alloc(20, 1) });
  expect(mempool.accept(created)).toEqual({ ok: true });
  mine();
  const issued = assetSend(frame([at(created, 0)], 3), guid, [300n, 100n]);
  expect(mempool.accept(issued)).toEqual({ ok: true });
  mine();
  const [owner, holder, other] = [0, 1, 2].map((vout) => at(issued, vout)) as [Outpoint, Outpoint, Outpoint];
  const replaceable = (outpoint: Outpoint) => ({ ...outpoint, sequence: 0xfffffffd });
  const inPool = (...transactions: Transaction[]): boolean[] => transactions.map(({ txid }) => mempool.has(txid));
  /** Another miner's block on the tip. */
  const add = (...transactions: Transaction[]) =>
    expect(chain.acceptBlock(buildBlock({ parent: chain.tip, transactions }))).toEqual({ ok: true });
  return { state, chain, mempool, mine, frame, big, guid, owner, holder, other, replaceable, inPool, add };
}

let test: ReturnType<typeof setUp>;
beforeEach(() => {
  test = setUp();
});
/** Whatever the pool holds, the next block of the miner is valid, and leaves nothing that is invalid. */
afterEach(() => {
  const { chain, mempool, mine } = test;
  const before = chain.tip.height;
  for (let left = 4; left > 0 && mempool.size > 0; left--) mine();
  expect(mempool.size).toBe(0);
  expect(chain.tip.height).toBeGreaterThanOrEqual(before);
});

describe('policy', () => {
  it('accepts service transactions of each version, with more data than ordinary ones may have', () => {
    const { mempool, frame, big, guid, owner, holder, other } = test;
    const description = 'x'.repeat(5_000);
    for (const transaction of [
      assetNew(big(1), { publicValue: description }).transaction,
      assetUpdate(frame([owner]), guid, { publicValue: description }),
      allocationSend(frame([holder], 2), guid, [1n, 299n]),
      allocationBurn(frame([other]), guid, 60n, [40n]),
      mintByProof(frame([]), guid, 5n, 'a'),
      carry({ version: 129 }, { ...frame([], 0, 200_000n), dataSat: 100_000n }),
      carry({ version: 128, address: Buffer.alloc(20) }, { ...frame([], 0, 200_000n), dataSat: 100_000n }),
    ])
      expect(mempool.accept(transaction)).toEqual({ ok: true });
  });

  it('refuses other versions, a payload that cannot be read, too much data, and dust', () => {
    const { mempool, frame, big, guid, holder } = test;
    const valid = allocationSend(frame([holder]), guid, [300n]);
    for (const version of [127, 136]) expect(refusal(mempool, spend(valid.inputs, valid.outputs, { version }))).toBe('version');
    expect(refusal(mempool, spend(valid.inputs, valid.outputs.slice(0, 2), { version: 135 }))).toBe('bad-asset-payload');
    expect(refusal(mempool, assetNew(big(1), { publicValue: 'x'.repeat(10_000) }).transaction)).toBe('bad-asset-payload');
    expect(refusal(mempool, allocationSend({ ...frame([holder]), valuesSat: [1n] }, guid, [300n]))).toBe('dust');
  });

  it('applies the rules of assets, with what parents in the pool carry', () => {
    const { mempool, frame, guid, holder, owner } = test;
    expect(refusal(mempool, spend([holder], [VALUE - 1_000n]))).toBe('bad-asset-input');
    const first = allocationSend(frame([holder], 2), guid, [1n, 299n]);
    expect(refusal(mempool, allocationSend(frame([at(first, 1)]), guid, [299n]))).toBe(MISSING_INPUTS);
    expect(mempool.accept(first)).toEqual({ ok: true });
    expect(mempool.coin(at(first, 1))).toMatchObject({ asset: { guid, amount: 299n } });
    expect(refusal(mempool, spend([at(first, 1)], [VALUE - 1_000n]))).toBe('bad-asset-input');
    expect(refusal(mempool, allocationSend(frame([at(first, 1)]), guid, [300n]))).toBe('bad-asset-amount');
    expect(mempool.accept(allocationSend(frame([at(first, 1)]), guid, [299n]))).toEqual({ ok: true });
    expect(refusal(mempool, assetSend(frame([owner], 2), guid, [601n]))).toBe('bad-asset-supply');
  });

  it("requires a confirmation before the owner's next step, and before a burn", () => {
    const { mempool, mine, frame, guid, owner } = test;
    const more = assetSend(frame([owner], 2), guid, [10n]);
    expect(mempool.accept(more)).toEqual({ ok: true });
    const next = assetSend(frame([at(more, 0)], 2), guid, [10n]);
    const burn = allocationBurn(frame([at(more, 1)], 0), guid, 10n);
    const update = assetUpdate(frame([at(more, 0)]), guid, { publicValue: 'x' });
    for (const transaction of [next, burn, update]) expect(refusal(mempool, transaction)).toBe('bad-asset-unconfirmed');
    mine();
    for (const transaction of [next, burn]) expect(mempool.accept(transaction)).toEqual({ ok: true });
  });
});

describe('transactions of one asset beside each other', () => {
  it('mints by proof and an issue are accepted only up to the maximum supply together', () => {
    const { mempool, frame, guid, owner } = test;
    expect(mempool.accept(mintByProof(frame([]), guid, 300n, 'a'))).toEqual({ ok: true });
    expect(refusal(mempool, mintByProof(frame([]), guid, 301n, 'b'))).toBe('bad-asset-supply');
    expect(refusal(mempool, assetSend(frame([owner], 2), guid, [301n]))).toBe('bad-asset-supply');
    expect(mempool.accept(assetSend(frame([owner], 2), guid, [300n]))).toEqual({ ok: true });
    expect(refusal(mempool, mintByProof(frame([]), guid, 1n, 'b'))).toBe('bad-asset-supply');
  });

  it('a burn of the external chain is minted only once', () => {
    const { mempool, mine, frame, guid } = test;
    expect(mempool.accept(mintByProof(frame([]), guid, 3n, 'a'))).toEqual({ ok: true });
    expect(refusal(mempool, mintByProof(frame([]), guid, 3n, 'a'))).toBe('txn-mempool-conflict');
    mine();
    expect(refusal(mempool, mintByProof(frame([]), guid, 3n, 'a'))).toBe('bad-mint-duplicate');
    expect(mempool.accept(mintByProof(frame([]), 0, VALUE, 'coin'))).toEqual({ ok: true });
    expect(refusal(mempool, mintByProof(frame([]), 0, VALUE, 'coin'))).toBe('txn-mempool-conflict');
  });

  it('an update of supply or contract and a mint exclude each other, an update of the description does not', () => {
    const { mempool, frame, guid, owner, replaceable } = test;
    const input = replaceable(owner);
    expect(mempool.accept(assetUpdate(frame([input]), guid, { publicValue: 'x' }))).toEqual({ ok: true });
    const mint = mintByProof(frame([]), guid, 3n, 'a');
    expect(mempool.accept(mint)).toEqual({ ok: true });
    const lower = assetUpdate(frame([input], 1, 1_000_000n), guid, { maxSupply: 402n });
    expect(refusal(mempool, lower)).toBe('txn-mempool-conflict');
    mempool.remove(mint.txid, 'expiry');
    expect(mempool.accept(lower)).toEqual({ ok: true });
    expect(refusal(mempool, mint)).toBe('txn-mempool-conflict');
  });

  it('a replacement does not count what it replaces', () => {
    const { mempool, frame, guid, owner, replaceable, inPool } = test;
    const first = assetSend(frame([replaceable(owner)], 2), guid, [600n]);
    const second = assetSend(frame([replaceable(owner)], 2, 1_000_000n), guid, [500n]);
    expect(mempool.accept(first)).toEqual({ ok: true });
    expect(mempool.accept(second)).toEqual({ ok: true });
    expect(inPool(first, second)).toEqual([false, true]);
    expect(mempool.accept(mintByProof(frame([]), guid, 100n, 'a'))).toEqual({ ok: true });
    expect(refusal(mempool, mintByProof(frame([]), guid, 1n, 'b'))).toBe('bad-asset-supply');
  });

  it('a snapshot has them', () => {
    const { state, mempool, frame, guid } = test;
    const mint = mintByProof(frame([]), guid, 600n, 'a');
    const [other, third] = [mintByProof(frame([]), guid, 600n, 'b'), mintByProof(frame([]), guid, 600n, 'c')];
    expect(mempool.accept(mint)).toEqual({ ok: true });
    const snapshot = state.snapshot();
    mempool.remove(mint.txid, 'expiry');
    expect(mempool.accept(other)).toEqual({ ok: true });
    state.restore(snapshot);
    expect(refusal(mempool, third)).toBe('bad-asset-supply');
    mempool.remove(mint.txid, 'expiry');
    expect(mempool.accept(third)).toEqual({ ok: true });
  });
});

describe('a block of another miner removes from the pool', () => {
  it('a mint of the same burn, with what spends it', () => {
    const { mempool, frame, guid, inPool, add } = test;
    const mint = mintByProof(frame([]), guid, 3n, 'a');
    const child = allocationSend(frame([at(mint, 0)]), guid, [3n]);
    for (const transaction of [mint, child]) expect(mempool.accept(transaction)).toEqual({ ok: true });
    add(mintByProof(frame([]), guid, 3n, 'a'));
    expect(inPool(mint, child)).toEqual([false, false]);
  });

  it('an issue that would now exceed the supply, and not one that still fits', () => {
    const { mempool, frame, guid, owner, inPool, add } = test;
    const issue = assetSend(frame([owner], 2), guid, [300n]);
    const mint = mintByProof(frame([]), guid, 200n, 'a');
    for (const transaction of [issue, mint]) expect(mempool.accept(transaction)).toEqual({ ok: true });
    add(mintByProof(frame([]), guid, 101n, 'b'));
    expect(inPool(issue, mint).filter(Boolean)).toHaveLength(1);
    add(mintByProof(frame([]), guid, 199n, 'c'));
    expect(mempool.size).toBeLessThanOrEqual(1);
  });

  it('an operation of the owner that spends the ownership which the block spent', () => {
    const { mempool, frame, guid, owner, inPool, add } = test;
    const issue = assetSend(frame([owner], 2), guid, [300n]);
    expect(mempool.accept(issue)).toEqual({ ok: true });
    add(assetUpdate(frame([owner]), guid, { publicValue: 'x' }));
    expect(inPool(issue)).toEqual([false]);
  });
});

describe('a reorganisation', () => {
  it('returns an assetnew to the pool, and removes what needs its confirmation', () => {
    const { chain, mempool, mine, frame, big, inPool } = test;
    const fresh = assetNew(big(1));
    expect(mempool.accept(fresh.transaction)).toEqual({ ok: true });
    const [hash] = mine() as [string];
    const issue = assetSend(frame([at(fresh.transaction, 0)], 2), fresh.guid, [5n]);
    expect(mempool.accept(issue)).toEqual({ ok: true });
    const child = allocationSend(frame([at(issue, 1)]), fresh.guid, [5n]);
    expect(mempool.accept(child)).toEqual({ ok: true });
    chain.invalidate(hash);
    expect(chain.assets.get(fresh.guid)).toBeUndefined();
    expect(inPool(fresh.transaction, issue, child)).toEqual([true, false, false]);
    chain.reconsider(hash);
    expect(chain.assets.get(fresh.guid)).toMatchObject({ issued: 0n });
    expect(mempool.accept(issue)).toEqual({ ok: true });
  });

  it('returns a mint to the pool, of which the burn can be minted again by it alone', () => {
    const { chain, mempool, mine, frame, guid, inPool } = test;
    const mint = mintByProof(frame([]), guid, 600n, 'a');
    expect(mempool.accept(mint)).toEqual({ ok: true });
    const [hash] = mine() as [string];
    expect(chain.assets.get(guid)).toMatchObject({ totalSupply: 1_000n });
    chain.invalidate(hash);
    expect(chain.assets.get(guid)).toMatchObject({ totalSupply: 400n });
    expect(chain.assets.isMinted('a')).toBe(false);
    expect(inPool(mint)).toEqual([true]);
    expect(refusal(mempool, mintByProof(frame([]), guid, 1n, 'a'))).toBe('txn-mempool-conflict');
    expect(refusal(mempool, mintByProof(frame([]), guid, 1n, 'b'))).toBe('bad-asset-supply');
  });

  it('removes a burn of allocations that are unconfirmed again', () => {
    const { chain, mempool, mine, frame, guid, holder, inPool } = test;
    const transfer = allocationSend(frame([holder]), guid, [300n]);
    expect(mempool.accept(transfer)).toEqual({ ok: true });
    const [hash] = mine() as [string];
    const burn = allocationBurn(frame([at(transfer, 0)], 0), guid, 300n);
    expect(mempool.accept(burn)).toEqual({ ok: true });
    chain.invalidate(hash);
    expect(inPool(transfer, burn)).toEqual([true, false]);
  });
});

it('the guid of an asset in the pool is that of its first input', () => {
  const { mempool, big, chain, mine } = test;
  const { transaction, guid } = assetNew(big(2));
  expect(mempool.accept(transaction)).toEqual({ ok: true });
  expect(guid).toBe(guidOf(transaction.inputs[0]!));
  mine();
  expect(chain.assets.get(guid)?.txid).toBe(transaction.txid);
});
