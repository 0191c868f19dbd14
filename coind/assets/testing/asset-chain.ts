import { describe, expect, it } from 'vitest';
import { anyone, buildBlock, coinbaseOutpoint, createTestChain, reasonOf, spend, type TestChain } from '../../chain/testing/test-chain.ts';
import { COIN } from '../../primitives/amount.ts';
import type { Outpoint, Transaction } from '../../primitives/types.ts';
import type { MintVerifier } from '../types.ts';
import { assetNew, assetSend, type Frame } from './asset-transactions.ts';

/** Accepts every proof except that of the burn `bad`, and gives its bytes as the key of the burn. */
export const trustingMints: MintVerifier = {
  verify: ({ proof }) => {
    const burn = proof.transaction.toString();
    return burn === 'bad' ? { reason: 'bad-mint-proof' } : { burn };
  },
};

export const at = (transaction: Transaction, vout: number): Outpoint => ({ txid: transaction.txid, vout });

/** Outputs without value that anyone can spend. */
export const frame = (inputs: readonly Outpoint[], outputs = 1): Frame => ({
  inputs,
  script: anyone,
  valuesSat: Array.from({ length: outputs }, () => 0n),
});

/** A chain for manually built blocks, with one asset: a contract, all rights, and 600 of 1000 units issued. */
export interface AssetChain extends TestChain {
  readonly guid: number;
  /** The ownership, and the holders of 400 and 200 units. */
  readonly owner: Outpoint;
  readonly holder: Outpoint;
  readonly other: Outpoint;
  /** Unspent coins: 160 coins at 1 to 4, one coin at 5 to 13. */
  coinAt(index: number): Outpoint;
  /** Adds a block with these transactions. @returns the reason if it is invalid */
  add(...transactions: Transaction[]): string | undefined;
}

export function createAssetChain(datadir?: string): AssetChain {
  const test = createTestChain({ mints: trustingMints, ...(datadir !== undefined && { datadir }) });
  const { chain } = test;
  test.mine(120);
  const funding = spend(
    Array.from({ length: 18 }, (_, index) => coinbaseOutpoint(chain, index + 1)),
    [...Array.from({ length: 5 }, () => ({ valueSat: 160n * COIN })), ...Array.from({ length: 9 }, () => ({ valueSat: COIN }))],
  );
  const coinAt = (index: number): Outpoint => at(funding, index);
  const add = (...transactions: Transaction[]): string | undefined =>
    reasonOf(chain.acceptBlock(buildBlock({ parent: chain.tip, transactions })));
  const { transaction: created, guid } = assetNew(frame([coinAt(0)]), { contract: Buffer.alloc(20, 0xaa) });
  const issued = assetSend(frame([at(created, 0)], 3), guid, [400n, 200n]);
  for (const transaction of [funding, created, issued]) expect(add(transaction)).toBeUndefined();
  return { ...test, guid, owner: at(issued, 0), holder: at(issued, 1), other: at(issued, 2), coinAt, add };
}

/** Case of an invalid block: what is wrong, the reason, and the transactions of the block. */
export type InvalidCase = readonly [what: string, reason: string, transactions: () => Transaction[]];

/** Tests that blocks are rejected for their reasons, and change nothing. */
export function testInvalid(title: string, { chain, guid, owner, add }: AssetChain, cases: readonly InvalidCase[]): void {
  describe(title, () => {
    for (const [what, reason, transactions] of cases)
      it(`${what}: ${reason}`, () => {
        const before = chain.tip.hash;
        expect(add(...transactions())).toBe(reason);
        expect(chain.tip.hash).toBe(before);
        expect(chain.assets.get(guid)).toMatchObject({ issued: 600n, totalSupply: 600n, owner });
      });
  });
}
