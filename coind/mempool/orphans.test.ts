import { describe, expect, it } from 'vitest';
import { makeBlock, makeHeader } from '../primitives/block.ts';
import type { Transaction } from '../primitives/types.ts';
import { createOrphans } from './orphans.ts';
import { spend, stoppedClock } from './testing/test-pool.ts';

const id = (value: number) => value.toString(16).padStart(64, '0');
const random = { bytes: (count: number) => Buffer.alloc(count), below: () => 0 };

function setUp(maxOrphans?: number) {
  const clock = stoppedClock();
  return { clock, orphans: createOrphans({ clock, random, ...(maxOrphans !== undefined && { maxOrphans }) }) };
}

function blockOf(...transactions: Transaction[]) {
  return makeBlock(makeHeader({ version: 1, previousHash: id(0), merkleRoot: id(0), time: 0, bits: 0, nonce: 0 }), transactions);
}

describe('orphans', () => {
  it('are found when their parent arrives', () => {
    const { orphans } = setUp();
    const parent = spend([{ txid: id(1), vout: 0 }], [1n, 2n]);
    const child = spend(
      [
        { txid: parent.txid, vout: 0 },
        { txid: parent.txid, vout: 1 },
      ],
      [1n],
    );
    const sibling = spend([{ txid: parent.txid, vout: 1 }], [1n]);
    const stranger = spend([{ txid: id(2), vout: 1 }], [1n]);
    for (const transaction of [child, sibling, stranger]) expect(orphans.add(transaction, 4)).toBe(true);
    expect(orphans.add(child, 5)).toBe(false);
    expect(orphans.childrenOf(parent).map(({ transaction, peerId }) => [transaction.txid, peerId])).toEqual([
      [child.txid, 4],
      [sibling.txid, 4],
    ]);
    orphans.remove(child.txid);
    expect(orphans.childrenOf(parent).map(({ transaction }) => transaction)).toEqual([sibling]);
    expect(orphans.has(child.txid)).toBe(false);
    expect(orphans.get(sibling.txid)?.peerId).toBe(4);
  });

  it('are removed with their peer, and by a block that contains them or spends their coins', () => {
    const { orphans } = setUp();
    const list = [1, 2, 3, 4].map((number) => spend([{ txid: id(number), vout: 0 }], [1n]));
    list.forEach((transaction, index) => orphans.add(transaction, index % 2));
    expect(orphans.removePeer(1)).toBe(2);
    orphans.blockConnected(blockOf(list[0]!, spend([{ txid: id(9), vout: 0 }], [3n])));
    expect([orphans.size, orphans.has(list[2]!.txid)]).toEqual([1, true]);
    orphans.blockConnected(blockOf(spend([{ txid: id(3), vout: 0 }], [3n])));
    expect(orphans.size).toBe(0);
  });

  it('are limited in number, size and age', () => {
    const { orphans, clock } = setUp(3);
    for (let number = 1; number <= 5; number += 1) orphans.add(spend([{ txid: id(number), vout: 0 }], [1n]), 1);
    expect(orphans.size).toBe(3);
    expect(orphans.add(spend([{ txid: id(7), vout: 0, scriptSig: Buffer.alloc(100_000) }], [1n]), 1)).toBe(false);
    clock.now += 20 * 60;
    const fresh = spend([{ txid: id(8), vout: 0 }], [1n]);
    orphans.add(fresh, 1);
    expect([orphans.size, orphans.has(fresh.txid)]).toEqual([1, true]);
  });
});
