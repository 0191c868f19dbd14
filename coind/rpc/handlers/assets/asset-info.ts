import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { assetJson, requireAsset } from './asset-json.ts';

/** The assets of the chain (document 3, Platform tokens; `listassets` is beyond the documents). */
export const assetInfoHandlers: Handlers<'assetinfo' | 'listassets'> = {
  assetinfo: ({ asset_guid: guid }, { node }) => assetJson(requireAsset(guid, node), node),

  listassets({ count, from }, { node }) {
    if (count < 0 || from < 0) throw new RpcError(RpcCode.invalidParameter, `count is ${count} and from ${from}, expected 0 or more`);
    const sorted = [...node.chain.assets.all()].sort((a, b) => a.guid - b.guid);
    return sorted.slice(from, from + count).map((record) => assetJson(record, node));
  },
};
