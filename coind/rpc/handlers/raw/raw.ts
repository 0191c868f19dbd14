import type { DecodedScript, VerboseTransaction } from '../../../../specs/model/generated/methods.d.ts';
import type { BlockNode } from '../../../chain/block-node.ts';
import type { NodeContext } from '../../../node-context.ts';
import { makeTransaction } from '../../../primitives/transaction.ts';
import { hash160 } from '../../../primitives/hash.ts';
import type { Transaction } from '../../../primitives/types.ts';
import { addressOf } from '../../../script/addresses.ts';
import { p2sh } from '../../../script/standard.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { bytesFrom } from '../../shapes/hashes.ts';
import { formsOf, newTransaction, transactionFrom } from '../../shapes/transactions.ts';
import { txInBlockJson } from '../../json/block-json.ts';
import { scriptJson, txJson } from '../../json/tx-json.ts';

/** Creating and decoding raw transactions and scripts (document 2, Raw transactions, scripts and PSBTs). */
export const rawHandlers: Handlers<'createrawtransaction' | 'decoderawtransaction' | 'decodescript' | 'getrawtransaction'> = {
  createrawtransaction: (args, { node: { params } }) => makeTransaction(newTransaction(args, params)).bytes.toString('hex'),

  decoderawtransaction: ({ hexstring, iswitness }, { node: { params } }) => txJson(transactionFrom(hexstring, formsOf(iswitness)), params),

  decodescript({ hexstring }, { node: { params } }): DecodedScript {
    const script = hexstring === '' ? Buffer.alloc(0) : bytesFrom(hexstring, 'argument');
    const shown = scriptJson(script, params);
    return shown.type === 'scripthash' ? shown : { ...shown, p2sh: addressOf(p2sh(hash160(script)), params) };
  },

  getrawtransaction({ txid, verbose, blockhash }, { node }) {
    if (txid === node.params.genesis.header.merkleRoot) {
      throw new RpcError(
        RpcCode.invalidAddressOrKey,
        'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved',
      );
    }
    const { transaction, block } = blockhash === undefined ? found(txid, node) : foundInBlock(txid, blockhash, node);
    return verbose ? verboseJson(transaction, block, blockhash !== undefined, node) : transaction.bytes.toString('hex');
  },
};

interface Found {
  readonly transaction: Transaction;
  /** Undefined for a transaction in the pool. */
  readonly block: BlockNode | undefined;
}

function found(txid: string, { chain, mempool, options }: NodeContext): Found {
  const entry = mempool.get(txid);
  if (entry !== undefined) return { transaction: entry.transaction, block: undefined };
  const hash = chain.blockOf(txid);
  const block = hash === undefined ? undefined : chain.node(hash);
  const transaction = block && transactionOf(txid, block, chain);
  if (transaction !== undefined) return { transaction, block };
  throw notFound(
    options.txindex
      ? 'No such mempool or blockchain transaction'
      : 'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries',
  );
}

/** Searches that block only (document 2, getrawtransaction). */
function foundInBlock(txid: string, blockhash: string, { chain }: NodeContext): Found {
  const block = chain.node(blockhash);
  if (block === undefined) throw new RpcError(RpcCode.invalidAddressOrKey, 'Block hash not found');
  if (!block.hasData) throw new RpcError(RpcCode.misc, 'Block not available');
  const transaction = transactionOf(txid, block, chain);
  if (transaction === undefined) throw notFound('No such transaction found in the provided block');
  return { transaction, block };
}

function transactionOf(txid: string, { hash }: BlockNode, chain: NodeContext['chain']): Transaction | undefined {
  return chain.block(hash)?.transactions.find((transaction) => transaction.txid === txid);
}

function notFound(why: string): RpcError {
  return new RpcError(RpcCode.invalidAddressOrKey, `${why}. Use gettransaction for wallet transactions.`);
}

/** Document 2, Other results. */
function verboseJson(
  transaction: Transaction,
  block: BlockNode | undefined,
  asked: boolean,
  { chain, params }: NodeContext,
): VerboseTransaction {
  if (block === undefined) return { ...txJson(transaction, params), hex: transaction.bytes.toString('hex') };
  return { ...txInBlockJson(transaction, block, chain, params), ...(asked && { in_active_chain: chain.isActive(block) }) };
}
