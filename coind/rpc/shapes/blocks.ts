import type { Chain } from '../../chain/types.ts';
import type { BlockNode } from '../../chain/block-node.ts';
import { RpcCode, RpcError } from '../errors.ts';
import type { Block } from '../../primitives/types.ts';

/** A known block, on the main chain or not. Throws `RpcError` -5 for an unknown block. */
export function blockFrom(hash: string, chain: Chain): BlockNode {
  const node = chain.node(hash);
  if (node === undefined) throw new RpcError(RpcCode.invalidAddressOrKey, 'Block not found');
  return node;
}

/** The block of the main chain at a height. Throws `RpcError` -8 for a height without a block. */
export function blockAtHeight(height: number, chain: Chain): BlockNode {
  if (height < 0) throw new RpcError(RpcCode.invalidParameter, `Target block height ${height} is negative`);
  const node = chain.atHeight(height);
  if (node === undefined)
    throw new RpcError(RpcCode.invalidParameter, `Target block height ${height} after current tip ${chain.tip.height}`);
  return node;
}

/** A stored block. Throws `RpcError` -1 if it was pruned or only its header is known. */
export function storedBlock(node: BlockNode, chain: Chain): Block {
  const block = chain.block(node.hash);
  if (block !== undefined) return block;
  // The transaction count of a pruned block is still known.
  throw new RpcError(RpcCode.misc, node.txCount > 0 ? 'Block not available (pruned data)' : 'Block not found on disk');
}
