import { MIN_BLOCKS_TO_KEEP } from '../../../chain/limits.ts';
import type { Chain } from '../../../chain/types.ts';
import type { BlockNode } from '../../../chain/block-node.ts';
import type { NodeContext } from '../../../node-context.ts';
import { difficultyOf } from '../../../primitives/compact-bits.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { blockFrom, storedBlock } from '../../shapes/blocks.ts';
import { blockJson, blockWithTransactionsJson, headerJson } from '../../json/block-json.ts';
import { chainInfo } from './chain-info.ts';
import { chainStatsHandlers } from './chain-stats.ts';
import { chainTips } from './chain-tips.ts';
import { scriptJson } from '../../json/tx-json.ts';

const MAX_UINT32 = 0xffff_ffff;
/** Above this value, the argument of pruneblockchain is a time, not a height. */
const MIN_TIMESTAMP = 1_000_000_000;
/** Safety margin: blocks are pruned only if they are this much older than the given time, in seconds. */
const TIMESTAMP_MARGIN = 7_200;

/** Blocks and the chain (document 2, Blockchain and memory pool). */
export const chainHandlers: Handlers<
  | 'getbestblockhash'
  | 'getblock'
  | 'getblockchaininfo'
  | 'getblockcount'
  | 'getblockhash'
  | 'getblockheader'
  | 'getchaintips'
  | 'getblockstats'
  | 'getchaintxstats'
  | 'getdifficulty'
  | 'gettxout'
  | 'gettxoutsetinfo'
  | 'preciousblock'
  | 'pruneblockchain'
  | 'verifychain'
> = {
  ...chainStatsHandlers,

  getbestblockhash: (_, { node: { chain } }) => chain.tip.hash,

  getblock({ blockhash, verbosity }, { node: { chain, params } }) {
    const node = blockFrom(blockhash, chain);
    const block = storedBlock(node, chain);
    if (verbosity === 0) return block.bytes.toString('hex');
    return verbosity === 1 ? blockJson(block, node, chain) : blockWithTransactionsJson(block, node, chain, params);
  },

  getblockchaininfo: (_, { node }) => chainInfo(node),

  getblockcount: (_, { node: { chain } }) => chain.tip.height,

  getblockhash({ height }, { node: { chain } }) {
    const node = chain.atHeight(height);
    if (node === undefined) throw new RpcError(RpcCode.invalidParameter, 'Block height out of range');
    return node.hash;
  },

  getblockheader({ hash, verbose }, { node: { chain } }) {
    const node = blockFrom(hash, chain);
    return verbose ? headerJson(node, chain) : node.header.bytes.toString('hex');
  },

  getchaintips: (_, { node: { chain } }) => chainTips(chain),

  getdifficulty: (_, { node: { chain } }) => difficultyOf(chain.tip.header.bits),

  gettxout({ txid, n, include_mempool: includePool }, { node: { chain, mempool, params } }) {
    if (n < 0 || n > MAX_UINT32) return null;
    const coin = (includePool ? mempool : chain).coin({ txid, vout: n });
    if (coin === undefined) return null;
    const inPool = includePool && mempool.has(txid);
    return {
      bestblock: chain.tip.hash,
      confirmations: inPool ? 0 : chain.tip.height - coin.height + 1,
      value: new Amount(coin.valueSat),
      scriptPubKey: scriptJson(coin.scriptPubKey, params),
      coinbase: coin.coinbase,
    };
  },

  preciousblock({ blockhash }, { node: { chain } }) {
    chain.precious(blockFrom(blockhash, chain).hash);
    return null;
  },

  pruneblockchain({ height }, { node: { chain, options } }) {
    if (options.prune === undefined) throw new RpcError(RpcCode.misc, 'Cannot prune blocks because node is not in prune mode.');
    if (height < 0) throw new RpcError(RpcCode.invalidParameter, 'Negative block height.');
    const last = height > MIN_TIMESTAMP ? lastBefore(height - TIMESTAMP_MARGIN, chain) : height;
    const top = chain.tip.height;
    if (top < MIN_BLOCKS_TO_KEEP) throw new RpcError(RpcCode.misc, 'Blockchain is too short for pruning.');
    if (last > top) throw new RpcError(RpcCode.invalidParameter, 'Blockchain is shorter than the attempted prune height.');
    chain.prune(last);
    return chain.prunedBelow - 1;
  },

  async verifychain({ checklevel, nblocks }, { node }) {
    if (checklevel < 0 || checklevel > 4) throw new RpcError(RpcCode.invalidParameter, `Invalid checklevel ${checklevel}: expected 0 to 4`);
    return verified(checklevel, nblocks, node);
  },
};

/** Whether the last blocks are valid. A long check yields to other calls, and starts again if one of them changed the tip. */
async function verified(level: number, blocks: number, node: NodeContext): Promise<boolean> {
  const { chain } = node;
  const turns = node.beginWork();
  for (;;) {
    const { tip } = chain;
    const check = chain.verify(level, blocks);
    while (chain.tip.hash === tip.hash) {
      const { done, value } = check.next();
      if (done === true) return value;
      if (turns.over) await turns.next();
    }
  }
}

/** Height of the last block before the first one that is later than `time`. Throws `RpcError` -8 if no block is that late. */
function lastBefore(time: number, chain: Chain): number {
  for (let height = 0; height <= chain.tip.height; height++) {
    const { header } = chain.atHeight(height) as BlockNode;
    if (header.time > time) return height - 1;
  }
  throw new RpcError(RpcCode.invalidParameter, 'Could not find block with at least the specified timestamp.');
}
