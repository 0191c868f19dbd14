import { poolPath } from '../../../mempool/pool-path.ts';
import type { Mempool, PoolEntry } from '../../../mempool/types.ts';
import { reasonOf } from '../../../storage/store-error.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { poolEntryJson, poolListJson } from '../../json/mempool-json.ts';

function entryOf(txid: string, mempool: Mempool): PoolEntry {
  const entry = mempool.get(txid);
  if (entry === undefined) throw new RpcError(RpcCode.invalidAddressOrKey, 'Transaction not in mempool');
  return entry;
}

/** The memory pool (document 2, Blockchain and memory pool). */
export const mempoolHandlers: Handlers<
  'getmempoolancestors' | 'getmempooldescendants' | 'getmempoolentry' | 'getmempoolinfo' | 'getrawmempool' | 'savemempool'
> = {
  getmempoolancestors: ({ txid, verbose }, { node: { mempool } }) => poolListJson(mempool.ancestors(entryOf(txid, mempool).txid), verbose),

  getmempooldescendants: ({ txid, verbose }, { node: { mempool } }) =>
    poolListJson(mempool.descendants(entryOf(txid, mempool).txid), verbose),

  getmempoolentry: ({ txid }, { node: { mempool } }) => poolEntryJson(entryOf(txid, mempool)),

  getmempoolinfo(_, { node: { mempool } }) {
    const { size, bytes, usage, maxBytes, minFeeRate, minRelayFeeRate } = mempool;
    return {
      size,
      bytes,
      usage,
      maxmempool: maxBytes,
      mempoolminfee: new Amount(minFeeRate > minRelayFeeRate ? minFeeRate : minRelayFeeRate),
      minrelaytxfee: new Amount(minRelayFeeRate),
    };
  },

  getrawmempool: ({ verbose }, { node: { mempool } }) => poolListJson(mempool.entries(), verbose),

  savemempool(_, { node }) {
    if (!node.mempool.loaded) throw new RpcError(RpcCode.misc, 'The mempool was not loaded yet');
    const path = poolPath(node.options, node.params);
    if (path === undefined) return null; // a node without a data directory has nothing to save to
    try {
      node.mempool.dump(path);
    } catch (error) {
      node.log(`savemempool: ${reasonOf(error)}`); // with the path, which is not disclosed to callers
      throw new RpcError(RpcCode.misc, 'Unable to dump mempool to disk');
    }
    return null;
  },
};
