import { expect, it } from 'vitest';
import { anyone } from '../chain/testing/test-chain.ts';
import { checkAssetTransaction } from './asset-rules.ts';
import { trustingMints } from './testing/asset-chain.ts';
import { assetNew } from './testing/asset-transactions.ts';
import type { AssetContext, AssetRecord } from './types.ts';

const frame = { inputs: [{ txid: '11'.repeat(32), vout: 0 }], script: anyone, valuesSat: [0n] };

function contextWith(record: AssetRecord | undefined): AssetContext {
  return { height: 10, place: 'block', mints: trustingMints, assets: { get: () => record, isMinted: () => false } };
}

it('an assetnew whose guid another asset has by chance is refused, so that a guid identifies one asset', () => {
  const { transaction } = assetNew(frame);
  const coins = [{ height: 1, scriptPubKey: Buffer.alloc(0) }];
  const created = checkAssetTransaction(transaction, coins, contextWith(undefined));
  expect(created).toMatchObject({ record: { txid: transaction.txid, owner: { txid: transaction.txid, vout: 0 } } });
  const { record } = created as { record: AssetRecord };
  expect(checkAssetTransaction(transaction, coins, contextWith(record))).toMatchObject({ reason: 'bad-asset-guid' });
});

it('a coinbase is no service transaction, whatever its version', () => {
  const { transaction } = assetNew({ ...frame, inputs: [{ txid: '00'.repeat(32), vout: 0xffffffff }] });
  expect(checkAssetTransaction(transaction, [], contextWith(undefined))).toEqual({ mintedSat: 0n });
});
