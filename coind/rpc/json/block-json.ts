import type {
  Block as BlockJson,
  BlockHeader as BlockHeaderJson,
  BlockWithTransactions,
  VerboseTransaction,
} from '../../../specs/model/generated/methods.d.ts';
import type { Chain } from '../../chain/types.ts';
import type { BlockNode } from '../../chain/block-node.ts';
import type { ChainParams } from '../../params.ts';
import { difficultyOf } from '../../primitives/compact-bits.ts';
import type { Block, Transaction } from '../../primitives/types.ts';
import { txJson } from './tx-json.ts';

/** Number of blocks from this one to the tip, inclusive; -1 off the main chain (document 2, Block). */
function confirmationsOf(node: BlockNode, chain: Chain): number {
  return chain.isActive(node) ? chain.tip.height - node.height + 1 : -1;
}

/** Four bytes as eight hex digits, the form of `bits` and versions. */
export const hex32 = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');

/** Work of a chain as 64 hex digits. */
export const workHex = (work: bigint): string => work.toString(16).padStart(64, '0');

/** Document 2, Block header. */
export function headerJson(node: BlockNode, chain: Chain): BlockHeaderJson {
  const { header, height } = node;
  return {
    hash: node.hash,
    confirmations: confirmationsOf(node, chain),
    height,
    version: header.version,
    versionHex: hex32(header.version),
    merkleroot: header.merkleRoot,
    ...timesAndWork(node),
    nTx: node.txCount,
    ...neighbours(node, chain),
  };
}

/** Document 2, Block, verbosity 1: transactions by their ids. */
export function blockJson(block: Block, node: BlockNode, chain: Chain): BlockJson {
  return withTransactions(
    block,
    node,
    chain,
    block.transactions.map(({ txid }) => txid),
  );
}

/** Document 2, Block, verbosity 2: transactions in the verbose form of getrawtransaction. */
export function blockWithTransactionsJson(block: Block, node: BlockNode, chain: Chain, params: ChainParams): BlockWithTransactions {
  return withTransactions(
    block,
    node,
    chain,
    block.transactions.map((transaction) => txInBlockJson(transaction, node, chain, params)),
  );
}

/**
 * A transaction with its block (document 2, getrawtransaction). A block off the main chain confirms nothing, so there is
 * no time of confirmation then.
 */
export function txInBlockJson(transaction: Transaction, node: BlockNode, chain: Chain, params: ChainParams): VerboseTransaction {
  const isActive = chain.isActive(node);
  const { time } = node.header;
  return {
    ...txJson(transaction, params),
    hex: transaction.bytes.toString('hex'),
    blockhash: node.hash,
    confirmations: isActive ? confirmationsOf(node, chain) : 0,
    ...(isActive && { time, blocktime: time }),
  };
}

function withTransactions<T>({ size, strippedSize, weight }: Block, node: BlockNode, chain: Chain, tx: readonly T[]) {
  const { header, height } = node;
  return {
    hash: node.hash,
    confirmations: confirmationsOf(node, chain),
    size,
    strippedsize: strippedSize,
    weight,
    height,
    version: header.version,
    versionHex: hex32(header.version),
    merkleroot: header.merkleRoot,
    tx,
    ...timesAndWork(node),
    nTx: node.txCount,
    ...neighbours(node, chain),
  };
}

function timesAndWork({ header, medianTime, chainWork }: BlockNode) {
  return {
    time: header.time,
    mediantime: medianTime,
    nonce: header.nonce,
    bits: hex32(header.bits),
    difficulty: difficultyOf(header.bits),
    chainwork: workHex(chainWork),
  };
}

/** The previous block, and the next block on the main chain. */
function neighbours(node: BlockNode, chain: Chain) {
  const next = chain.isActive(node) ? chain.atHeight(node.height + 1) : undefined;
  return {
    ...(node.height > 0 && { previousblockhash: node.header.previousHash }),
    ...(next && { nextblockhash: next.hash }),
  };
}
