import type { BlockStats, ChainTxStats } from '../../../../specs/model/generated/methods.d.ts';
import { coinStats } from '../../../chain/coin-stats.ts';
import { blockStats } from '../../../chain/stats.ts';
import type { BlockUndo, Chain } from '../../../chain/types.ts';
import type { BlockNode } from '../../../chain/block-node.ts';
import type { NodeContext } from '../../../node-context.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { blockAtHeight, blockFrom, storedBlock } from '../../shapes/blocks.ts';

/** Block statistics that need -txindex (document 2, Other results). */
const NEEDS_INDEX: ReadonlySet<string> = new Set<keyof BlockStats>([
  'avgfee',
  'avgfeerate',
  'feerate_percentiles',
  'maxfee',
  'maxfeerate',
  'medianfee',
  'minfee',
  'minfeerate',
  'totalfee',
  'utxo_size_inc',
]);

/** Statistics of blocks, transactions and unspent outputs (document 2, Other results). */
export const chainStatsHandlers: Handlers<'getblockstats' | 'getchaintxstats' | 'gettxoutsetinfo'> = {
  getblockstats({ hash_or_height: which, stats: names = [] }, { node: { chain, params, options } }): BlockStats {
    const node = typeof which === 'number' ? blockAtHeight(which, chain) : blockFrom(which, chain);
    if (!chain.isActive(node)) throw new RpcError(RpcCode.invalidParameter, `Block is not in chain ${params.name}`);
    if (!options.txindex && (names.length === 0 || names.some((name) => NEEDS_INDEX.has(name)))) {
      throw new RpcError(RpcCode.invalidParameter, 'One or more of the selected stats requires -txindex enabled');
    }
    const { hash, height, header, medianTime } = node;
    const block = storedBlock(node, chain);
    const all: BlockStats = {
      ...blockStats(block, undoOf(node, chain), chain.subsidy(height)),
      blockhash: hash,
      height,
      mediantime: medianTime,
      time: header.time,
    };
    const order = names.length === 0 ? Object.keys(all).sort() : names;
    return Object.fromEntries(order.map((name) => [name, all[name as keyof BlockStats]]));
  },

  getchaintxstats: ({ nblocks, blockhash }, { node }) => chainTxStats(nblocks, blockhash, node),

  gettxoutsetinfo(_, { node: { chain } }) {
    const { height, bestblock, transactions, txouts, bogosize, hashSerialized2, diskSize, totalSat } = coinStats(chain);
    return {
      height,
      bestblock,
      transactions,
      txouts,
      bogosize,
      hash_serialized_2: hashSerialized2,
      disk_size: diskSize,
      total_amount: new Amount(totalSat),
    };
  },
};

function undoOf({ hash, height }: BlockNode, chain: Chain): BlockUndo {
  const undo = height === 0 ? [] : chain.undo(hash); // the genesis block spends nothing
  if (undo === undefined) throw new RpcError(RpcCode.misc, "Can't read undo data from disk");
  return undo;
}

const MONTH_S = 30 * 24 * 60 * 60;

/**
 * Statistics of the transactions up to a block, and in the window of blocks that ends with it (document 2, Other
 * results). The default window is about a month, or as long as the chain allows. Throws `RpcError` -8 for a window longer
 * than the chain, and for a block off the main chain.
 */
function chainTxStats(blockCount: number | undefined, hash: string | undefined, { chain, params }: NodeContext): ChainTxStats {
  const last = hash === undefined ? chain.tip : blockFrom(hash, chain);
  if (!chain.isActive(last)) throw new RpcError(RpcCode.invalidParameter, 'Block is not in main chain');
  const count = blockCount ?? Math.max(0, Math.min(Math.floor(MONTH_S / params.targetSpacingSeconds), last.height - 1));
  if (count < 0 || (count > 0 && count >= last.height)) {
    throw new RpcError(RpcCode.invalidParameter, "Invalid block count: should be between 0 and the block's height - 1");
  }
  const stats = { time: last.header.time, txcount: last.chainTxCount, window_final_block_hash: last.hash, window_block_count: count };
  if (count === 0) return stats;
  const before = chain.atHeight(last.height - count) as BlockNode;
  const interval = last.medianTime - before.medianTime;
  const txCount = last.chainTxCount - before.chainTxCount;
  return { ...stats, window_tx_count: txCount, window_interval: interval, ...(interval > 0 && { txrate: txCount / interval }) };
}
