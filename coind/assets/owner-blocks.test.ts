import { beforeEach, describe, expect, it } from 'vitest';
import { spend } from '../chain/testing/test-chain.ts';
import { COIN } from '../primitives/amount.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';
import { p2pkh } from '../script/standard.ts';
import { guidOf } from './guid.ts';
import { at, createAssetChain, frame, testInvalid } from './testing/asset-chain.ts';
import { assetNew, assetSend, assetUpdate, carry, emptyFields } from './testing/asset-transactions.ts';
import type { AssetFields } from './types.ts';

const test = createAssetChain();
const { chain, guid, owner, holder, coinAt } = test;
const prepared = test.state.snapshot();

beforeEach(() => test.state.restore(prepared));

const big = frame([coinAt(1)]);
/** The assetnew with the ownership and `amounts`. */
const newWith = (outputs: readonly { n: number; amount: bigint }[], values = 2): Transaction =>
  assetNew(frame([coinAt(1)], values), { allocations: [{ guid: guidOf(coinAt(1)), outputs }] }).transaction;

const fields = (changes: Partial<AssetFields & { symbol: string; precision: number }>) => () => [assetNew(big, changes).transaction];

testInvalid('an assetnew is invalid with', test, [
  ['a burn of one satoshi less', 'bad-asset-cost', () => [assetNew({ ...big, dataSat: 150n * COIN - 1n }).transaction]],
  ['a burn of one satoshi more', 'bad-asset-cost', () => [assetNew({ ...big, dataSat: 150n * COIN + 1n }).transaction]],
  ['no burn', 'bad-asset-cost', () => [assetNew({ ...big, dataSat: 0n }).transaction]],
  ['no symbol', 'bad-asset-symbol', fields({ symbol: '' })],
  ['a symbol of 9 characters', 'bad-asset-symbol', fields({ symbol: 'ABCDEFGHI' })],
  ['a precision of 9', 'bad-asset-precision', fields({ precision: 9 })],
  ['a maximum supply of 0', 'bad-asset-supply', fields({ maxSupply: 0n })],
  ['a maximum supply of 10^18 units', 'bad-asset-supply', fields({ maxSupply: 10n ** 18n })],
  ['a maximum supply beyond 64 bit', 'bad-asset-supply', fields({ maxSupply: 10n ** 20n })],
  ['a maximum supply whose encoding is beyond 64 bit', 'bad-asset-payload', fields({ maxSupply: 2n ** 63n })],
  ['a contract of 19 bytes', 'bad-asset-contract', fields({ contract: Buffer.alloc(19) })],
  ['update flags of 128', 'bad-asset-flags', fields({ updateFlags: 128 })],
  [
    'notary details without a notary',
    'bad-asset-notary',
    fields({ notaryDetails: { endpoint: 'https://example.org', instantTransfers: true, hdRequired: false } }),
  ],
  ['another guid', 'bad-asset-guid', () => [assetNew(big, { allocations: [{ guid: 7, outputs: [{ n: 0, amount: 0n }] }] }).transaction]],
  [
    'units that it issues',
    'bad-asset-amount',
    () => [
      newWith([
        { n: 0, amount: 0n },
        { n: 1, amount: 5n },
      ]),
    ],
  ],
  [
    'two ownership outputs',
    'bad-asset-owner',
    () => [
      newWith([
        { n: 0, amount: 0n },
        { n: 1, amount: 0n },
      ]),
    ],
  ],
  ['no ownership output', 'bad-asset-owner', () => [newWith([{ n: 0, amount: 5n }])]],
  ['no allocation', 'bad-asset-allocations', () => [assetNew(big, { allocations: [] }).transaction]],
  ['an output that does not exist', 'bad-asset-output', () => [newWith([{ n: 3, amount: 0n }])]],
  ['the data output as ownership', 'bad-asset-output', () => [newWith([{ n: 2, amount: 0n }])]],
  ['an input that carries an asset', 'bad-asset-input', () => [assetNew(frame([coinAt(1), holder])).transaction]],
  [
    'data that cannot be read',
    'bad-asset-payload',
    () => [spend([coinAt(1)], [{ valueSat: 1n, scriptPubKey: Buffer.from('6a0101', 'hex') }], { version: 130 })],
  ],
  ['no data output', 'bad-asset-payload', () => [spend([coinAt(1)], [{ valueSat: 1n }], { version: 130 })]],
]);

const send = (inputs: readonly Outpoint[], amounts: readonly bigint[]): Transaction =>
  assetSend(frame(inputs, amounts.length + 1), guid, amounts);

testInvalid('an assetsend is invalid', test, [
  ['with one unit more than the rest of the supply', 'bad-asset-supply', () => [send([owner], [401n])]],
  ['with two amounts that are together too much', 'bad-asset-supply', () => [send([owner], [400n, 1n])]],
  ['of nothing', 'bad-asset-amount', () => [send([owner], [])]],
  ['without the ownership', 'bad-asset-owner', () => [send([coinAt(5)], [1n])]],
  ['from a holder', 'bad-asset-owner', () => [send([holder], [1n])]],
  ['with the ownership and a holding', 'bad-asset-owner', () => [send([owner, holder], [1n])]],
  ['of an unknown asset', 'bad-asset-unknown', () => [assetSend(frame([owner], 2), guid + 1, [1n])]],
  [
    'that drops the ownership',
    'bad-asset-owner',
    () => [carry({ version: 132, allocations: [{ guid, outputs: [{ n: 0, amount: 1n }] }] }, frame([owner]))],
  ],
  [
    'that spends an ownership of the same block',
    'bad-asset-unconfirmed',
    () => {
      const first = send([owner], [1n]);
      return [first, send([at(first, 0)], [1n])];
    },
  ],
  [
    'in the block of its assetnew',
    'bad-asset-unconfirmed',
    () => {
      const fresh = assetNew(big);
      return [fresh.transaction, assetSend(frame([at(fresh.transaction, 0)], 2), fresh.guid, [1n])];
    },
  ],
  ['that burns coin in its data output', 'bad-asset-cost', () => [assetSend({ ...frame([owner, coinAt(5)], 2), dataSat: 1n }, guid, [1n])]],
  ['of more units than an amount may have', 'bad-asset-amount', () => [send([owner], [10n ** 20n])]],
]);

const update = (changes: Partial<AssetFields>, inputs: readonly Outpoint[] = [owner]): Transaction =>
  assetUpdate(frame(inputs), guid, changes);

testInvalid('an assetupdate is invalid', test, [
  ['without the ownership', 'bad-asset-owner', () => [update({ publicValue: 'x' }, [coinAt(5)])]],
  ['from a holder', 'bad-asset-owner', () => [update({ publicValue: 'x' }, [holder])]],
  ['that names no field', 'bad-asset-update', () => [update({})]],
  ['to a supply below what was issued', 'bad-asset-supply', () => [update({ maxSupply: 599n })]],
  ['to a supply beyond 64 bit', 'bad-asset-supply', () => [update({ maxSupply: 10n ** 20n })]],
  ['to a contract of 21 bytes', 'bad-asset-contract', () => [update({ contract: Buffer.alloc(21) })]],
  ['to flags of 255', 'bad-asset-flags', () => [update({ updateFlags: 255 })]],
  [
    'that issues',
    'bad-asset-amount',
    () => [
      carry(
        {
          version: 131,
          allocations: [
            {
              guid,
              outputs: [
                { n: 0, amount: 0n },
                { n: 1, amount: 1n },
              ],
            },
          ],
          changes: { publicValue: 'x' },
        },
        frame([owner], 2),
      ),
    ],
  ],
]);

describe('each right of the update flags', () => {
  const notary = p2pkh(Buffer.alloc(20, 1));
  const changes: readonly (readonly [bit: number, Partial<AssetFields>])[] = [
    [1, { publicValue: 'changed' }],
    [2, { contract: Buffer.alloc(20, 0xbb) }],
    [4, { maxSupply: 2_000n }],
    [8, { notary: p2pkh(Buffer.alloc(20, 2)) }],
    [16, { notaryDetails: { endpoint: 'https://example.org', instantTransfers: true, hdRequired: true } }],
    [32, { auxFees: { script: notary, levels: [{ bound: 10n, share: 65_535 }] } }],
    [64, { updateFlags: 0 }],
  ];
  for (const [bit, change] of changes)
    it(`${bit}: ${Object.keys(change).join()} can be changed with it, and not without it`, () => {
      // Two assets that differ in the flag only.
      const [may, mayNot] = [1, 2].map((vout) =>
        assetNew(frame([coinAt(vout)]), { notary, updateFlags: vout === 1 ? bit : 127 - bit }),
      ) as [ReturnType<typeof assetNew>, ReturnType<typeof assetNew>];
      expect(test.add(may.transaction, mayNot.transaction)).toBeUndefined();
      expect(test.add(assetUpdate(frame([at(mayNot.transaction, 0)]), mayNot.guid, change))).toBe('bad-asset-right');
      const changed = assetUpdate(frame([at(may.transaction, 0)]), may.guid, change);
      expect(test.add(changed)).toBeUndefined();
      expect(chain.assets.get(may.guid)).toEqual({
        ...emptyFields,
        guid: may.guid,
        txid: may.transaction.txid,
        symbol: 'TEST',
        precision: 2,
        notary,
        updateFlags: bit,
        issued: 0n,
        totalSupply: 0n,
        ...change,
        owner: at(changed, 0),
      });
    });

  it('127 grants all of them at once; after a change to 0 nothing can be changed', () => {
    const all = Object.assign({}, ...changes.map(([, change]) => change), { notary }) as Partial<AssetFields>;
    const first = update(all);
    expect(test.add(first)).toBeUndefined();
    expect(chain.assets.get(guid)).toMatchObject(all);
    for (const [, change] of changes) expect(test.add(update(change, [at(first, 0)]))).toBe('bad-asset-right');
  });
});
