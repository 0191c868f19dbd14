import { beforeEach, describe, expect, it } from 'vitest';
import { isVerified, spend } from '../chain/testing/test-chain.ts';
import { COIN } from '../primitives/amount.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';
import { dataScript } from './data-output.ts';
import { at, createAssetChain, frame, testInvalid } from './testing/asset-chain.ts';
import { allocationBurn, allocationSend, assetNew, assetSend, carry, mintByProof } from './testing/asset-transactions.ts';
import type { Frame } from './testing/asset-transactions.ts';

const test = createAssetChain();
const { chain, guid, owner, holder, other, coinAt } = test;
const prepared = test.state.snapshot();

beforeEach(() => test.state.restore(prepared));

const big = frame([coinAt(1)]);
const small = (outputs = 1): Frame => frame([coinAt(5)], outputs);
const send = (inputs: readonly Outpoint[], amounts: readonly bigint[]): Transaction =>
  assetSend(frame(inputs, amounts.length + 1), guid, amounts);

testInvalid('a transfer is invalid', test, [
  ['of one unit more than it spends', 'bad-asset-amount', () => [allocationSend(frame([holder]), guid, [401n])]],
  ['of one unit less', 'bad-asset-amount', () => [allocationSend(frame([holder]), guid, [399n])]],
  ['of another asset', 'bad-asset-amount', () => [allocationSend(frame([holder]), guid + 1, [400n])]],
  [
    'that spends a second asset which it does not list',
    'bad-asset-amount',
    () => [carry({ version: 135, allocations: [{ guid: 9, outputs: [{ n: 0, amount: 0n }] }] }, frame([holder]))],
  ],
  ['without allocations', 'bad-asset-allocations', () => [carry({ version: 135, allocations: [] }, frame([holder]))]],
  ['from no holding', 'bad-asset-amount', () => [allocationSend(small(), guid, [1n])]],
  ['of an amount of 0', 'bad-asset-amount', () => [allocationSend(frame([holder], 2), guid, [400n, 0n])]],
  ['of the ownership', 'bad-asset-input', () => [allocationSend(frame([owner, holder]), guid, [400n])]],
  [
    'that lists an output twice',
    'bad-asset-output',
    () => [
      carry(
        {
          version: 135,
          allocations: [
            {
              guid,
              outputs: [
                { n: 0, amount: 200n },
                { n: 0, amount: 200n },
              ],
            },
          ],
        },
        frame([holder]),
      ),
    ],
  ],
  [
    'that lists an asset twice',
    'bad-asset-allocations',
    () => [
      carry(
        {
          version: 135,
          allocations: [
            { guid, outputs: [{ n: 0, amount: 200n }] },
            { guid, outputs: [{ n: 1, amount: 200n }] },
          ],
        },
        frame([holder], 2),
      ),
    ],
  ],
  ['of guid 0', 'bad-asset-guid', () => [allocationSend(small(), 0, [1n])]],
]);

testInvalid('an ordinary transaction is invalid', test, [
  ['that spends a holding', 'bad-asset-input', () => [spend([holder, coinAt(5)], [{ valueSat: 1n }])]],
  ['that spends an ownership', 'bad-asset-input', () => [spend([owner, coinAt(5)], [{ valueSat: 1n }])]],
  [
    'that spends a holding of the same block',
    'bad-asset-input',
    () => {
      const moved = allocationSend(frame([holder]), guid, [400n]);
      return [moved, spend([at(moved, 0), coinAt(5)], [{ valueSat: 1n }])];
    },
  ],
  [
    'that burns coin and spends a holding',
    'bad-asset-input',
    () => [carry({ version: 129 }, { ...frame([holder, coinAt(5)]), dataSat: 1n })],
  ],
  ['that burns no coin with the version of a burn', 'bad-burn-amount', () => [carry({ version: 129 }, small())]],
]);

testInvalid('a burn of allocations is invalid', test, [
  ['of more than it spends', 'bad-asset-amount', () => [allocationBurn(small(), guid, 1n)]],
  ['of less than it spends', 'bad-asset-amount', () => [allocationBurn(frame([holder]), guid, 399n)]],
  ['with more change than is left', 'bad-asset-amount', () => [allocationBurn(frame([holder]), guid, 300n, [101n])]],
  ['of nothing', 'bad-asset-amount', () => [allocationBurn(frame([holder]), guid, 0n, [400n])]],
  ['that spends the ownership', 'bad-asset-input', () => [allocationBurn(frame([owner, holder]), guid, 400n)]],
  ['of an unknown asset', 'bad-asset-unknown', () => [allocationBurn(small(), 9, 1n)]],
  [
    'of an issue of the same block',
    'bad-asset-unconfirmed',
    () => {
      const more = send([owner], [10n]);
      return [more, allocationBurn(frame([at(more, 1)]), guid, 10n)];
    },
  ],
]);

/** What outputs carry of the asset, beside its ownership. */
const carriedUnits = (): bigint[] =>
  [...chain.coins()]
    .flatMap(([, { asset }]) => (asset === undefined || asset.guid !== guid || asset.amount === 0n ? [] : [asset.amount]))
    .sort();
const mint = (amount: bigint, burn: string, target = guid): Transaction => mintByProof(small(), target, amount, burn);

testInvalid('a mint by proof is invalid', test, [
  ['with a proof that is refused', 'bad-mint-proof', () => [mint(1n, 'bad')]],
  ['beyond the maximum supply', 'bad-asset-supply', () => [mint(401n, 'a')]],
  ['together with an issue beyond the maximum supply', 'bad-asset-supply', () => [send([owner], [300n]), mint(101n, 'a')]],
  ['of a burn twice in a block', 'bad-mint-duplicate', () => [mint(1n, 'a'), mintByProof(frame([coinAt(6)]), guid, 1n, 'a')]],
  ['of an unknown asset', 'bad-asset-unknown', () => [mint(1n, 'a', 9)]],
  ['of nothing', 'bad-asset-amount', () => [mint(0n, 'a')]],
  ['of coin in an output of another value', 'bad-asset-amount', () => [mint(999n, 'a', 0)]],
  ['that spends a holding', 'bad-asset-input', () => [mintByProof(frame([coinAt(5), holder]), guid, 1n, 'a')]],
  [
    'to two outputs',
    'bad-asset-allocations',
    () => [
      carry(
        {
          version: 133,
          allocations: [
            {
              guid,
              outputs: [
                { n: 0, amount: 1n },
                { n: 1, amount: 1n },
              ],
            },
          ],
          proof: {
            blockNumber: 1,
            transaction: Buffer.from('a'),
            txRoot: Buffer.alloc(32),
            merkleProof: Buffer.alloc(0),
            merklePath: Buffer.alloc(0),
            witness: Buffer.alloc(0),
          },
        },
        small(2),
      ),
    ],
  ],
]);

describe('valid blocks', () => {
  it('issue up to the maximum supply exactly, and to several holders', () => {
    expect(test.add(send([owner], [100n, 300n]))).toBeUndefined();
    expect(chain.assets.get(guid)).toMatchObject({ issued: 1_000n, totalSupply: 1_000n });
  });

  it('after the whole supply was issued and burnt, only proofs mint, up to the maximum supply, and each burn once', () => {
    const rest = send([owner], [400n]);
    expect(test.add(rest)).toBeUndefined();
    expect(test.add(allocationBurn(frame([holder, other, at(rest, 1)]), guid, 1_000n))).toBeUndefined();
    expect(chain.assets.get(guid)).toMatchObject({ issued: 1_000n, totalSupply: 0n });
    expect(carriedUnits()).toEqual([]);
    expect(test.add(send([at(rest, 0)], [1n]))).toBe('bad-asset-supply');
    expect(test.add(mint(700n, 'a'))).toBeUndefined();
    expect(test.add(mintByProof(frame([coinAt(6)]), guid, 1n, 'a'))).toBe('bad-mint-duplicate');
    expect(test.add(mintByProof(frame([coinAt(6)]), guid, 301n, 'b'))).toBe('bad-asset-supply');
    expect(test.add(mintByProof(frame([coinAt(6)]), guid, 300n, 'b'))).toBeUndefined();
    expect(chain.assets.get(guid)).toMatchObject({ issued: 1_000n, totalSupply: 1_000n });
    expect(carriedUnits()).toEqual([300n, 700n]);
  });

  it('mint coin by proof, which the inputs need not hold', () => {
    const transaction = mintByProof({ ...small(), valuesSat: [500n * COIN] }, 0, 500n * COIN, 'a');
    expect(test.add(transaction)).toBeUndefined();
    expect(chain.coin(at(transaction, 0))).toMatchObject({ valueSat: 500n * COIN });
    expect(chain.coin(at(transaction, 0))).not.toHaveProperty('asset');
    expect(test.add(mintByProof({ ...frame([coinAt(6)]), valuesSat: [500n * COIN] }, 0, 500n * COIN, 'a'))).toBe('bad-mint-duplicate');
  });

  it('do not let the fee count what a proof does not mint', () => {
    const transaction = mintByProof({ ...small(2), valuesSat: [500n * COIN, 2n * COIN] }, 0, 500n * COIN, 'a');
    expect(test.add(transaction)).toBe('bad-txns-in-belowout');
  });

  it('transfer several assets at once, several times in a block', () => {
    const second = assetNew(big, { symbol: '☃☃☃☃☃☃☃☃', precision: 8, maxSupply: 10n ** 18n - 1n });
    expect(test.add(second.transaction)).toBeUndefined();
    const all = assetSend(frame([at(second.transaction, 0)], 2), second.guid, [10n ** 18n - 1n]);
    expect(test.add(all)).toBeUndefined();
    const swap = carry(
      {
        version: 135,
        allocations: [
          {
            guid: second.guid,
            outputs: [
              { n: 1, amount: 10n ** 18n - 2n },
              { n: 3, amount: 1n },
            ],
          },
          { guid, outputs: [{ n: 2, amount: 400n }] },
        ],
      },
      frame([at(all, 1), holder, coinAt(5)], 4),
    );
    expect(test.add(swap, allocationSend(frame([at(swap, 2)], 2), guid, [1n, 399n]))).toBeUndefined();
    expect(chain.coin(at(swap, 1))?.asset).toEqual({ guid: second.guid, amount: 10n ** 18n - 2n });
    expect(chain.coin(at(swap, 0))).not.toHaveProperty('asset');
    expect(chain.assets.get(second.guid)?.totalSupply).toBe(10n ** 18n - 1n);
  });

  it('burn coin for good, and for the bridge', () => {
    const good = carry({ version: 129 }, { ...small(), dataSat: COIN / 2n });
    const bridged = carry({ version: 128, address: Buffer.alloc(20, 1) }, { ...frame([coinAt(6)]), dataSat: COIN / 2n });
    expect(test.add(good, bridged)).toBeUndefined();
    expect(good.outputs[1]!.scriptPubKey).toEqual(Buffer.from('6a', 'hex'));
    expect(bridged.outputs[1]!.scriptPubKey).toEqual(dataScript({ version: 128, address: Buffer.alloc(20, 1) }));
  });

  it('can be disconnected and connected again by verifychain, at every level', () => {
    expect(test.add(send([owner], [1n]), mint(5n, 'a'))).toBeUndefined();
    expect(isVerified(chain, 4, 0)).toBe(true);
  });
});
