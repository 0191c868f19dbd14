import type { Rejection } from '../primitives/rejection.ts';
import { formatSat } from '../primitives/amount.ts';
import { totalOf } from './allocation-list.ts';
import { fieldBits } from './field-codec.ts';
import { checkFields, checkIdentity } from './field-rules.ts';
import { guidOf } from './guid.ts';
import { ASSET_COST_SAT } from './limits.ts';
import { COIN_GUID, type serviceVersion } from './types.ts';
import type { Allocation, AssetContext, AssetEffect, AssetFields, AssetRecord, PayloadOf, SpentCoin } from './types.ts';
import type { Scene } from './scene.ts';

const reject = (reason: string, detail: string): Rejection => ({ reason, detail });

/** The one output with the ownership of the one asset of a list, and the amounts beside it. */
function ownership(allocations: readonly Allocation[]): { readonly guid: number; readonly n: number; readonly issued: bigint } | Rejection {
  const [allocation] = allocations;
  if (allocation === undefined || allocations.length > 1)
    return reject('bad-asset-allocations', `expected one asset, found ${allocations.length}`);
  const owners = allocation.outputs.filter(({ amount }) => amount === 0n);
  const [owner] = owners;
  if (owner === undefined || owners.length > 1)
    return reject('bad-asset-owner', `expected one output with the ownership of asset ${allocation.guid}, found ${owners.length}`);
  return { guid: allocation.guid, n: owner.n, issued: totalOf(allocation) };
}

/** The asset whose ownership a transaction spends and makes anew. */
function ownedBefore(
  guid: number,
  coins: readonly SpentCoin[],
  { assets, height }: AssetContext,
): { readonly record: AssetRecord } | Rejection {
  const record = assets.get(guid);
  if (record === undefined) return reject('bad-asset-unknown', `asset ${guid} does not exist`);
  const carrying = coins.filter((coin) => coin.asset !== undefined);
  const [coin] = carrying;
  if (coin?.asset?.guid !== guid || coin.asset.amount !== 0n || carrying.length > 1)
    return reject('bad-asset-owner', `the inputs do not spend the ownership of asset ${guid}, and no other asset`);
  if (coin.height >= height)
    return reject('bad-asset-unconfirmed', `the last transaction of the owner of asset ${guid} is not confirmed yet`);
  return { record };
}

/** Checks an assetnew, and returns the asset that it creates. */
export function checkAssetNew(
  payload: PayloadOf<typeof serviceVersion.assetNew>,
  { transaction, coins, data, context }: Scene,
): AssetEffect | Rejection {
  const owned = ownership(payload.allocations);
  if ('reason' in owned) return owned;
  const { guid, n, issued } = owned;
  const expected = guidOf(transaction.inputs[0]!);
  if (guid !== expected || guid === COIN_GUID) return reject('bad-asset-guid', `guid ${guid} is not that of the first input, ${expected}`);
  if (context.assets.get(guid) !== undefined) return reject('bad-asset-guid', `asset ${guid} exists already`);
  if (issued > 0n) return reject('bad-asset-amount', 'an assetnew issues nothing');
  if (coins.some(({ asset }) => asset !== undefined))
    return reject('bad-asset-input', 'an assetnew spends an output that carries an asset');
  if (data.valueSat !== ASSET_COST_SAT)
    return reject('bad-asset-cost', `the data output burns ${formatSat(data.valueSat)} instead of ${formatSat(ASSET_COST_SAT)}`);
  const { symbol, precision, publicValue, contract, maxSupply, notary, notaryDetails, auxFees, updateFlags } = payload;
  const fields: AssetFields = { publicValue, contract, maxSupply, notary, notaryDetails, auxFees, updateFlags };
  const fault = checkIdentity(symbol, precision) ?? checkFields(fields);
  if (fault !== undefined) return fault;
  const { txid } = transaction;
  return { mintedSat: 0n, record: { guid, txid, symbol, precision, owner: { txid, vout: n }, issued: 0n, totalSupply: 0n, ...fields } };
}

/** Checks an assetupdate: each field that it names needs its right (document 3, Update capability bitmask). */
export function checkAssetUpdate(
  payload: PayloadOf<typeof serviceVersion.assetUpdate>,
  { transaction, coins, context }: Scene,
): AssetEffect | Rejection {
  const { allocations, changes } = payload;
  const owned = ownership(allocations);
  if ('reason' in owned) return owned;
  const { guid, n, issued } = owned;
  const before = ownedBefore(guid, coins, context);
  if ('reason' in before) return before;
  const { record } = before;
  if (issued > 0n) return reject('bad-asset-amount', 'an assetupdate issues nothing');
  const bits = fieldBits(changes);
  if (bits === 0) return reject('bad-asset-update', 'the assetupdate names no field');
  if ((bits & ~record.updateFlags) !== 0)
    return reject('bad-asset-right', `fields ${bits} are named, but the flags of asset ${guid} are ${record.updateFlags}`);
  const after: AssetRecord = { ...record, ...changes, owner: { txid: transaction.txid, vout: n } };
  const fault = checkFields(after);
  if (fault !== undefined) return fault;
  if (after.maxSupply < record.issued || after.maxSupply < record.totalSupply)
    return reject('bad-asset-supply', `maximum supply ${after.maxSupply} is less than what was issued or exists`);
  return { mintedSat: 0n, record: after };
}

/** Checks an assetsend: the owner issues, but never more than the maximum supply in all, nor more than can exist. */
export function checkAssetSend(
  payload: PayloadOf<typeof serviceVersion.assetSend>,
  { transaction, coins, context }: Scene,
): AssetEffect | Rejection {
  const owned = ownership(payload.allocations);
  if ('reason' in owned) return owned;
  const { guid, n, issued } = owned;
  const before = ownedBefore(guid, coins, context);
  if ('reason' in before) return before;
  const { record } = before;
  if (issued === 0n) return reject('bad-asset-amount', 'the assetsend issues nothing');
  const after: AssetRecord = {
    ...record,
    owner: { txid: transaction.txid, vout: n },
    issued: record.issued + issued,
    totalSupply: record.totalSupply + issued,
  };
  if (after.issued > record.maxSupply || after.totalSupply > record.maxSupply)
    return reject(
      'bad-asset-supply',
      `${issued} units more are beyond the maximum supply ${record.maxSupply} of asset ${guid}: ${record.issued} issued, ${record.totalSupply} exist`,
    );
  return { mintedSat: 0n, record: after };
}
