import type { AssetInfo } from '../../../../specs/model/generated/methods.d.ts';
import type { AssetRecord } from '../../../assets/types.ts';
import type { NodeContext } from '../../../node-context.ts';
import { addressOf } from '../../../script/addresses.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import { TokenAmount } from '../../json/json-text.ts';

/** An asset at the tip of the chain. Throws `RpcError` -8 if there is none. */
export function requireAsset(guid: number, { chain }: NodeContext): AssetRecord {
  const record = chain.assets.get(guid);
  if (record !== undefined) return record;
  throw new RpcError(
    RpcCode.invalidParameter,
    `Asset ${guid} not found: no block has created it. An asset exists once its assetnew has a confirmation.`,
  );
}

/** The description as JSON text (document 3, Platform token). */
export const publicValueOf = (description: string): string => JSON.stringify({ desc: description });

/** An asset (document 3, Platform token). The address is that of the output that owns it; the balance is what its owner can still issue. */
export function assetJson(record: AssetRecord, { chain, params }: NodeContext): AssetInfo {
  const { guid, symbol, txid, publicValue, contract, owner, issued, totalSupply, maxSupply, updateFlags, precision } = record;
  return {
    asset_guid: guid,
    symbol,
    txid,
    public_value: publicValueOf(publicValue),
    address: addressOf(chain.coin(owner)!.scriptPubKey, params) ?? '',
    contract: `0x${contract.toString('hex')}`,
    balance: new TokenAmount(maxSupply - issued, precision),
    total_supply: new TokenAmount(totalSupply, precision),
    max_supply: new TokenAmount(maxSupply, precision),
    update_flags: updateFlags,
    precision,
  };
}
