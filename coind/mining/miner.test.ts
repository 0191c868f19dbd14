import { describe, expect, it } from 'vitest';
import { makeBlock, makeHeader } from '../primitives/block.ts';
import { makeTransaction } from '../primitives/transaction.ts';
import { anyone, buildBlock, coinbaseOutpoint, createTestChain, digest, reasonOf, spend } from '../chain/testing/test-chain.ts';
import { BlockRejectedError } from './block-rejected-error.ts';
import { meetsTarget } from '../chain/pow.ts';
import { regtest } from '../regtest.ts';

const coin = 100_000_000n;

describe('the miner', () => {
  it('mines blocks that a chain with full checks accepts', () => {
    const { chain, mine } = createTestChain();
    const other = createTestChain().chain;
    const hashes = mine(40);
    expect(hashes).toHaveLength(40);
    for (const [index, hash] of hashes.entries()) {
      const block = chain.block(hash)!;
      expect(chain.atHeight(index + 1)!.hash).toBe(hash);
      expect(meetsTarget(hash, block.header.bits, regtest)).toBe(true);
      expect(block.transactions[0]!.outputs.map(({ valueSat }) => valueSat)).toEqual([chain.subsidy(index + 1), 0n]);
      expect(reasonOf(other.acceptBlock(block))).toBeUndefined();
    }
    expect(other.tip.hash).toBe(chain.tip.hash);
  });

  it('gives each block a time after the median time and not before the clock', () => {
    const { chain, mine, clock } = createTestChain();
    mine(30);
    for (let height = 1; height <= 30; height++) {
      const { header } = chain.atHeight(height)!;
      expect(header.time).toBe(Math.max(clock.now, chain.atHeight(height - 1)!.medianTime + 1));
    }
    clock.now += 1_000;
    mine(1);
    expect(chain.tip.header.time).toBe(clock.now);
  });

  it('gives no time beyond the maximum of a header, and mines no block once no valid time is left', () => {
    const { chain, mine, clock } = createTestChain();
    mine(11);
    clock.now = 2 ** 40;
    mine(6);
    expect(chain.tip.header.time).toBe(0xffffffff);
    expect(chain.tip.medianTime).toBe(0xffffffff);
    expect(() => mine(1)).toThrow('time-too-old');
    expect(chain.tip.height).toBe(17);
  });

  it('stops after maxTries nonces', () => {
    const { miner, chain } = createTestChain();
    const hashes = miner.mine(1_000, anyone, { maxTries: 100 });
    expect(hashes.length).toBeGreaterThan(20); // every second nonce meets the target
    expect(hashes.length).toBeLessThan(80);
    expect(chain.tip.height).toBe(hashes.length);
    expect(miner.mine(1, anyone, { maxTries: 0 })).toEqual([]);
    expect(miner.mine(0, anyone, { maxTries: 10 })).toEqual([]);
  });

  it('mines the transactions of the pool, and claims the fees', () => {
    const test = createTestChain();
    const { chain } = test;
    test.mine(101);
    const transaction = spend([{ ...coinbaseOutpoint(chain, 1) }], [{ valueSat: 49n * coin }]);
    const child = spend([{ txid: transaction.txid, vout: 0 }], [{ valueSat: 48n * coin }]);
    test.pool = { transactions: [transaction, child], feesSat: 2n * coin };
    const [hash] = test.mine(1) as [string];
    const block = chain.block(hash)!;
    expect(block.transactions.slice(1)).toEqual([transaction, child]);
    expect(block.transactions[0]!.outputs[0]!.valueSat).toBe(52n * coin);
    expect(reasonOf(createTestChain().chain.acceptHeader(block.header))).toBe('prev-blk-not-found');
    expect(() => test.mine(1)).toThrow(/^bad-txns-BIP30/); // a real pool never holds such a transaction
    const other = createTestChain().chain;
    for (let height = 1; height <= 102; height++)
      expect(reasonOf(other.acceptBlock(chain.block(chain.atHeight(height)!.hash)!))).toBeUndefined();
  });

  it('mines the given transactions, or leaves the chain unchanged', () => {
    const { chain, miner, mine } = createTestChain();
    mine(102);
    const good = spend([{ ...coinbaseOutpoint(chain, 1), witness: [] }], [{ valueSat: 49n * coin }]);
    const block = miner.mineTransactions(anyone, [good]);
    expect(chain.tip.hash).toBe(block.header.hash);
    expect(block.transactions[1]).toBe(good);
    expect(miner.lastAssembled).toEqual({ weight: block.weight, transactions: 1 });
    const before = digest(chain);
    const failing = (): unknown => miner.mineTransactions(anyone, [spend([coinbaseOutpoint(chain, 1)], [{ valueSat: 1n }])]);
    expect(failing).toThrow(BlockRejectedError);
    expect(failing).toThrow(/^bad-txns-inputs-missingorspent/);
    expect(digest(chain)).toBe(before);
  });

  it('gives a template from which a block can be made', () => {
    const { chain, miner, mine } = createTestChain();
    mine(3);
    const template = miner.template();
    expect(template).toMatchObject({
      height: 4,
      previousHash: chain.tip.hash,
      bits: 0x207fffff,
      subsidySat: 50n * coin,
      feesSat: 0n,
      entries: [],
    });
    const { previousHash, version, time, bits } = template;
    const coinbase = buildBlock({ parent: chain.tip }).transactions[0]!;
    let nonce = 0;
    const header = (): ReturnType<typeof makeHeader> => makeHeader({ version, previousHash, merkleRoot: coinbase.txid, time, bits, nonce });
    while (!meetsTarget(header().hash, bits, regtest)) nonce += 1;
    expect(reasonOf(miner.submit(makeBlock(header(), [coinbase])))).toBeUndefined();
    expect(chain.tip.height).toBe(4);
  });

  it('completes a submitted block whose coinbase lacks only its witness', () => {
    const { chain, miner, mine } = createTestChain();
    mine(1);
    const {
      header,
      transactions: [coinbase],
    } = buildBlock({ parent: chain.tip, commit: true });
    const { version, inputs, outputs, locktime } = coinbase!;
    const bare = makeBlock(header, [makeTransaction({ version, outputs, locktime, inputs: [{ ...inputs[0]!, witness: [] }] })]);
    expect(reasonOf(chain.acceptBlock(bare))).toBe('bad-witness-nonce-size');
    expect(reasonOf(miner.submit(bare))).toBeUndefined();
    expect(chain.block(chain.tip.hash)!.transactions[0]!.wtxid).toBe(coinbase!.wtxid);
  });

  it('answers submitted blocks as BIP 22 requires', () => {
    const { chain, miner, mine } = createTestChain();
    mine(3);
    const next = buildBlock({ parent: chain.tip });
    expect(reasonOf(miner.submit(next))).toBeUndefined();
    expect(reasonOf(miner.submit(next))).toBe('duplicate');
    const side = buildBlock({ parent: chain.atHeight(2)! });
    expect(reasonOf(miner.submit(side))).toBe('inconclusive');
    expect(reasonOf(miner.submit(side))).toBe('duplicate-inconclusive');
    const bad = buildBlock({ parent: chain.tip, valueSat: 51n * coin });
    expect(reasonOf(miner.submit(bad))).toBe('bad-cb-amount');
    expect(reasonOf(miner.submit(bad))).toBe('duplicate-invalid');
    expect(reasonOf(miner.submit(buildBlock({ parent: { ...chain.tip, hash: 'ab'.repeat(32) } })))).toBe('prev-blk-not-found');
  });
});
