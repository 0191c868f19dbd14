import { DeserializationError } from '../../../primitives/deserialization-error.ts';
import { makeProof, readProof } from '../../../primitives/merkle-block.ts';
import type { Chain } from '../../../chain/types.ts';
import type { BlockNode } from '../../../chain/block-node.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { blockFrom, storedBlock } from '../../shapes/blocks.ts';
import { bytesFrom } from '../../shapes/hashes.ts';

/** Outputs of a transaction that are looked up one by one, before the whole set of unspent outputs is searched. */
const FIRST_OUTPUTS = 64;

/** Proofs that transactions are in a block (document 2, Blockchain and memory pool). */
export const txOutProofHandlers: Handlers<'gettxoutproof' | 'verifytxoutproof'> = {
  gettxoutproof({ txids, blockhash }, { node: { chain } }) {
    const wanted = new Set<string>();
    for (const txid of txids) {
      if (wanted.has(txid)) throw new RpcError(RpcCode.invalidParameter, `Invalid parameter, duplicated txid: ${txid}`);
      wanted.add(txid);
    }
    const node = blockhash === undefined ? blockOfAny(wanted, chain) : blockFrom(blockhash, chain);
    const block = storedBlock(node, chain);
    const found = block.transactions.filter(({ txid }) => wanted.has(txid)).length;
    if (found !== wanted.size)
      throw new RpcError(RpcCode.invalidAddressOrKey, 'Not all transactions found in specified or retrieved block');
    return makeProof(block, wanted).toString('hex');
  },

  verifytxoutproof({ proof }, { node: { chain } }) {
    const read = readable(bytesFrom(proof, 'proof'));
    if (read === undefined) return [];
    const node = chain.node(read.header.hash);
    if (node === undefined || !chain.isActive(node)) throw new RpcError(RpcCode.invalidAddressOrKey, 'Block not found in chain');
    // A proof with a wrong tree size could prove a transaction that does not exist.
    return read.txCount === node.txCount ? read.matches.map(({ txid }) => txid) : [];
  },
};

/** Decodes and validates a proof; undefined for an invalid one. */
function readable(bytes: Buffer): ReturnType<typeof readProof> {
  try {
    return readProof(bytes);
  } catch (error) {
    if (error instanceof DeserializationError) return undefined;
    throw error;
  }
}

/** The block of a transaction with an unspent output, or with -txindex of any transaction. Throws `RpcError` -5 if not found. */
function blockOfAny(txids: ReadonlySet<string>, chain: Chain): BlockNode {
  for (const txid of txids) {
    const hash = chain.blockOf(txid);
    const node = hash === undefined ? undefined : chain.node(hash);
    if (node !== undefined) return node;
  }
  const height = heightByFirstOutputs(txids, chain) ?? heightByAllOutputs(txids, chain);
  const node = height === undefined ? undefined : chain.atHeight(height);
  if (node === undefined) throw new RpcError(RpcCode.invalidAddressOrKey, 'Transaction not yet in block');
  return node;
}

function heightByFirstOutputs(txids: ReadonlySet<string>, chain: Chain): number | undefined {
  for (const txid of txids)
    for (let vout = 0; vout < FIRST_OUTPUTS; vout++) {
      const coin = chain.coin({ txid, vout });
      if (coin !== undefined) return coin.height;
    }
  return undefined;
}

function heightByAllOutputs(txids: ReadonlySet<string>, chain: Chain): number | undefined {
  for (const [{ txid }, { height }] of chain.coins()) if (txids.has(txid)) return height;
  return undefined;
}
