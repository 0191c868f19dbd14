import type { BlockNode, Chain } from '../../chain/types.ts';
import { RpcCode, RpcError } from '../errors.ts';
import type { Block } from '../../primitives/types.ts';

/** A block that the node knows, on the main chain or not. Throws `RpcError` -5 for an unknown block. */
export function blockFrom(hash: string, chain: Chain): BlockNode {
  const node = chain.node(hash);
  if (node === undefined) throw new RpcError(RpcCode.invalidAddressOrKey, 'Block not found');
  return node;
}

/** The block of the main chain at a height. Throws `RpcError` -8 where there is none. */
export function blockAtHeight(height: number, chain: Chain): BlockNode {
  if (height < 0) throw new RpcError(RpcCode.invalidParameter, `Target block height ${height} is negative`);
  const node = chain.atHeight(height);
  if (node === undefined)
    throw new RpcError(RpcCode.invalidParameter, `Target block height ${height} after current tip ${chain.tip.height}`);
  return node;
}

/** What is stored of a block. Throws `RpcError` -1 where it was pruned, or only its header is known. */
export function storedBlock(node: BlockNode, chain: Chain): Block {
  const block = chain.block(node.hash);
  if (block !== undefined) return block;
  // Of a pruned block it is still known how many transactions it had.
  throw new RpcError(RpcCode.misc, node.txCount > 0 ? 'Block not available (pruned data)' : 'Block not found on disk');
}
