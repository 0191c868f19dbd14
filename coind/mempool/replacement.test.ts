import { describe, expect, it } from 'vitest';
import type { Acceptance } from '../chain/types.ts';
import type { PoolEvents } from './types.ts';
import { makePool, spend } from './testing/test-pool.ts';

const replaceable = 0xfffffffd;
const why = (outcome: Acceptance) => (outcome.ok ? undefined : [outcome.reason, outcome.detail?.replace(/[0-9a-f]{64}/g, 'TXID')]);

/** A pool with a replaceable transaction of 2,000 satoshis in fees. */
function prepared(outputs: readonly bigint[] = [998_000n]) {
  const pool = makePool();
  const funding = pool.chain.fund(1_000_000n);
  const original = spend([{ ...funding, sequence: replaceable }], outputs);
  expect(pool.mempool.accept(original)).toEqual({ ok: true });
  return { ...pool, funding, original };
}

describe('replacement, BIP 125', () => {
  it('removes the original and its descendants, and notifies of it', () => {
    const { mempool, funding, original, chain } = prepared();
    const child = spend([{ txid: original.txid, vout: 0 }], [996_000n]);
    mempool.accept(child);
    const events: string[] = [];
    const log: Partial<PoolEvents> = {
      added: ({ txid }) => events.push(`added ${txid}`),
      removed: ({ txid }, reason) => events.push(`${reason} ${txid}`),
    };
    mempool.on(log);
    const replacement = spend([{ ...funding, sequence: replaceable }], [990_000n]);
    expect(mempool.accept(replacement)).toEqual({ ok: true });
    expect(events.toSorted()).toEqual([`added ${replacement.txid}`, `replaced ${original.txid}`, `replaced ${child.txid}`].sort());
    expect(mempool.size).toBe(1);
    expect(mempool.spender(funding)).toBe(replacement.txid);
    expect(mempool.coin({ txid: original.txid, vout: 0 })).toBeUndefined();
    chain.mine([replacement]);
    expect(mempool.size).toBe(0);
  });

  it('is signalled by a sequence number of the original', () => {
    const pool = makePool();
    const funding = pool.chain.fund(1_000_000n);
    pool.mempool.accept(spend([{ ...funding, sequence: 0xfffffffe }], [998_000n]));
    expect(why(pool.mempool.accept(spend([funding], [900_000n])))).toEqual(['txn-mempool-conflict', undefined]);
  });

  it('is signalled by unconfirmed ancestors', () => {
    const { mempool, original, chain } = prepared();
    const child = spend([{ txid: original.txid, vout: 0 }], [996_000n]);
    const other = spend([chain.fund(1_000_000n)], [996_000n]);
    mempool.accept(child);
    mempool.accept(other);
    expect([original, child, other].map(({ txid }) => mempool.isReplaceable(txid))).toEqual([true, true, false]);
    chain.mine([original]);
    expect(mempool.isReplaceable(child.txid)).toBe(false);
  });

  it('adds no unconfirmed input', () => {
    const { mempool, funding, chain } = prepared();
    const other = spend([chain.fund(1_000_000n)], [998_000n]);
    mempool.accept(other);
    expect(why(mempool.accept(spend([funding, { txid: other.txid, vout: 0 }], [1_900_000n])))?.[0]).toBe('replacement-adds-unconfirmed');
    expect(mempool.size).toBe(2);
  });

  it('may keep the unconfirmed inputs of the original', () => {
    const { mempool, chain } = makePool();
    const parent = spend([chain.fund(1_000_000n)], [998_000n]);
    mempool.accept(parent);
    mempool.accept(spend([{ txid: parent.txid, vout: 0, sequence: replaceable }], [996_000n]));
    const replacement = spend([{ txid: parent.txid, vout: 0 }], [990_000n]);
    expect(mempool.accept(replacement)).toEqual({ ok: true });
    expect(mempool.get(parent.txid)).toMatchObject({ children: [replacement.txid], descendantCount: 2, descendantFeesSat: 10_000n });
    expect(mempool.get(replacement.txid)).toMatchObject({ parents: [parent.txid], ancestorCount: 2 });
  });

  it('pays more than all replaced transactions, and for its own relay', () => {
    const { mempool, funding, original } = prepared();
    const { vsize } = original;
    expect(why(mempool.accept(spend([funding], [998_001n])))).toEqual([
      'insufficient fee',
      expect.stringMatching(/^rejecting replacement TXID; new feerate 0\.000\d+ COIN\/kvB <= old feerate 0\.000\d+ COIN\/kvB$/),
    ]);
    mempool.accept(spend([{ txid: original.txid, vout: 0 }], [978_000n]));
    expect(why(mempool.accept(spend([funding], [980_000n])))).toEqual([
      'insufficient fee',
      'rejecting replacement TXID, less fees than conflicting txs; 0.0002 < 0.00022',
    ]);
    const least = 22_000n + BigInt(vsize);
    expect(why(mempool.accept(spend([funding], [1_000_000n - least + 1n])))?.[1]).toContain('not enough additional fees to relay');
    expect(why(mempool.accept(spend([funding], [1_000_000n - least])))).toBeUndefined();
  });

  it('removes at most a hundred transactions', () => {
    const pool = makePool({ mempool: { descendantCount: 1_000 } });
    const { mempool, chain } = pool;
    const funding = chain.fund(100_000_000n);
    const original = spend(
      [{ ...funding, sequence: replaceable }],
      Array.from({ length: 100 }, () => 100_000n),
    );
    mempool.accept(original);
    for (let vout = 0; vout < 100; vout += 1) expect(mempool.accept(spend([{ txid: original.txid, vout }], [98_000n])).ok).toBe(true);
    const replacement = spend([funding], [1_000_000n]);
    expect(why(mempool.accept(replacement))).toEqual([
      'too many potential replacements',
      'rejecting replacement TXID; too many potential replacements (101 > 100)',
    ]);
    mempool.remove(mempool.descendants(original.txid)[0]!.txid, 'expiry');
    expect(mempool.accept(replacement)).toEqual({ ok: true });
    expect(mempool.size).toBe(1);
  });

  it('does not spend a replaced transaction', () => {
    const { mempool, funding, original } = prepared();
    expect(why(mempool.accept(spend([funding, { txid: original.txid, vout: 0 }], [1_000_000n])))?.[0]).toBe(
      'bad-txns-spends-conflicting-tx',
    );
  });
});
