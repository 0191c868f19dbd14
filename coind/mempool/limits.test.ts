import { describe, expect, it } from 'vitest';
import type { Transaction } from '../primitives/types.ts';
import { makePool, OPEN_SCRIPT, refusal, spend } from './testing/test-pool.ts';

/** A chain of transactions, each paying a fee of 2,000 satoshis. */
function growChain(pool: ReturnType<typeof makePool>, length: number): Transaction[] {
  const chain: Transaction[] = [];
  let valueSat = 100_000_000n;
  let from = pool.chain.fund(valueSat);
  for (let index = 0; index < length; index += 1) {
    valueSat -= 102_000n;
    const transaction = spend([{ ...from, sequence: 0xfffffffd }], [valueSat, 50_000n, 50_000n]);
    expect(refusal(pool.mempool, transaction)).toBeUndefined();
    chain.push(transaction);
    from = { txid: transaction.txid, vout: 0 };
  }
  return chain;
}

describe('chain limits', () => {
  it('allow a chain of 25', () => {
    const pool = makePool();
    const chain = growChain(pool, 25);
    const last = { txid: chain[24]!.txid, vout: 0 };
    expect(pool.mempool.accept(spend([last], [1_000_000n]))).toEqual({
      ok: false,
      reason: 'too-long-mempool-chain',
      detail: 'too many unconfirmed ancestors [limit: 25]',
    });
    expect(pool.mempool.get(chain[0]!.txid)).toMatchObject({ descendantCount: 25, ancestorCount: 1, descendantFeesSat: 50_000n });
    expect(pool.mempool.get(chain[24]!.txid)).toMatchObject({ descendantCount: 1, ancestorCount: 25, ancestorFeesSat: 50_000n });
    expect(pool.mempool.ancestors(chain[24]!.txid).map(({ txid }) => txid)).toEqual(chain.slice(0, 24).map(({ txid }) => txid));
    expect(pool.mempool.descendants(chain[0]!.txid).map(({ txid }) => txid)).toEqual(chain.slice(1).map(({ txid }) => txid));
  });

  it('allow one more small child of the first transaction, and no second', () => {
    const pool = makePool();
    const chain = growChain(pool, 25);
    expect(refusal(pool.mempool, spend([{ txid: chain[3]!.txid, vout: 1 }], [40_000n]))).toBe('too-long-mempool-chain');
    expect(refusal(pool.mempool, spend([{ txid: chain[0]!.txid, vout: 1 }], [40_000n]))).toBeUndefined();
    expect(refusal(pool.mempool, spend([{ txid: chain[0]!.txid, vout: 2 }], [40_000n]))).toBe('too-long-mempool-chain');
    expect(pool.mempool.get(chain[0]!.txid)!.descendantCount).toBe(26);
  });

  it('do not count replaced transactions', () => {
    const pool = makePool();
    const chain = growChain(pool, 25);
    const last = chain[24]!;
    expect(refusal(pool.mempool, spend([{ txid: chain[23]!.txid, vout: 0 }], [last.outputs[0]!.valueSat - 100_000n]))).toBeUndefined();
    expect([pool.mempool.size, pool.mempool.has(last.txid), pool.mempool.get(chain[0]!.txid)!.descendantCount]).toEqual([25, false, 25]);
  });

  it('apply to parents and sizes too', () => {
    const pool = makePool();
    const parents = Array.from({ length: 25 }, () => {
      const transaction = spend([pool.chain.fund(1_000_000n)], [900_000n]);
      expect(refusal(pool.mempool, transaction)).toBeUndefined();
      return { txid: transaction.txid, vout: 0 };
    });
    expect(pool.mempool.accept(spend(parents, [10_000_000n]))).toMatchObject({ detail: 'too many unconfirmed parents [limit: 25]' });
    expect(refusal(pool.mempool, spend(parents.slice(1), [10_000_000n]))).toBeUndefined();
    const large = (from: { txid: string; vout: number }, valueSat: bigint) =>
      spend(
        [from],
        Array.from({ length: 1_500 }, () => ({ valueSat: valueSat / 1_500n, scriptPubKey: OPEN_SCRIPT })),
      );
    const first = large(pool.chain.fund(1_000_000_000n), 999_000_000n);
    const second = large({ txid: first.txid, vout: 0 }, 0n);
    expect(refusal(pool.mempool, first)).toBeUndefined();
    expect(first.vsize).toBeGreaterThan(45_000);
    expect(second.vsize + first.vsize).toBeLessThan(101_000);
    const small = makePool({ mempool: { ancestorVsize: 60_000 } });
    const third = large(small.chain.fund(1_000_000_000_000n), 999_000_000_000n);
    expect(refusal(small.mempool, third)).toBeUndefined();
    expect(small.mempool.accept(large({ txid: third.txid, vout: 0 }, 600_000_000n))).toMatchObject({
      detail: 'exceeds ancestor size limit [limit: 60000]',
    });
    const narrow = makePool({ mempool: { descendantVsize: 60_000 } });
    const fourth = large(narrow.chain.fund(1_000_000_000_000n), 999_000_000_000n);
    expect(refusal(narrow.mempool, fourth)).toBeUndefined();
    expect(narrow.mempool.accept(large({ txid: fourth.txid, vout: 0 }, 600_000_000n))).toMatchObject({
      detail: `exceeds descendant size limit for tx ${fourth.txid} [limit: 60000]`,
    });
  });
});
