import { hashesPerSecond } from '../../../chain/stats.ts';
import { DescriptorError } from '../../../descriptors/descriptor-error.ts';
import { parseDescriptor } from '../../../descriptors/descriptor.ts';
import type { NodeContext } from '../../../node-context.ts';
import { difficultyOf } from '../../../primitives/compact-bits.ts';
import { decodeTransaction } from '../../../script/decode-transaction.ts';
import type { Transaction } from '../../../primitives/types.ts';
import { scriptOf } from '../../../script/addresses.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { mapDomainErrors } from '../../domain-errors.ts';
import { blockFrom } from '../../shapes/blocks.ts';
import { warningsOf } from '../../../chain/warnings.ts';
import { isHex } from '../../shapes/hashes.ts';
import { serializedBlockFrom } from '../../shapes/serialized-block.ts';
import { blockTemplate } from './block-template.ts';

/** Maximum number of blocks that one call mines. */
const MAX_BLOCKS = 500_000;
/** Number of blocks for the estimate of the network hash rate. */
const HASHRATE_BLOCKS = 120;
/** The difficulty may change after so many blocks; on this chain it never does. */
const RETARGET_BLOCKS = 2016;

/** Mining, and marking of blocks as valid or invalid. */
export const miningHandlers: Handlers<
  | 'generatetoaddress'
  | 'generateblock'
  | 'getblocktemplate'
  | 'submitblock'
  | 'getmininginfo'
  | 'getnetworkhashps'
  | 'prioritisetransaction'
  | 'invalidateblock'
  | 'reconsiderblock'
> = {
  async generatetoaddress({ nblocks, address, maxtries }, { node }) {
    const script = scriptOf(address, node.params);
    if (script === undefined) throw new RpcError(RpcCode.invalidAddressOrKey, 'Error: Invalid address');
    if (nblocks > MAX_BLOCKS)
      throw new RpcError(RpcCode.invalidParameter, `nblocks is ${nblocks}, the maximum is ${MAX_BLOCKS}: use several calls`);
    return mined(nblocks, node.miner.blocks(script, { maxTries: maxtries }), node);
  },

  generateblock({ output, transactions }, { node }) {
    const script = outputScript(output, node);
    const chosen = transactions.map((text) => poolOrRaw(text, node));
    const block = mapDomainErrors(
      { 'block-rejected': RpcCode.verify },
      () => node.miner.mineTransactions(script, chosen),
      'TestBlockValidity failed',
    );
    return { hash: block.header.hash };
  },

  getblocktemplate: ({ template_request: request }, { node }) => blockTemplate(request, node),

  submitblock({ hexdata }, { node }) {
    const acceptance = node.miner.submit(serializedBlockFrom(hexdata));
    return acceptance.ok ? null : acceptance.reason;
  },

  getmininginfo(_args, { node: { chain, miner, mempool, params } }) {
    return {
      blocks: chain.tip.height,
      currentblockweight: miner.lastAssembled?.weight,
      currentblocktx: miner.lastAssembled?.transactions,
      difficulty: difficultyOf(chain.tip.header.bits),
      networkhashps: hashesPerSecond(chain, chain.tip, HASHRATE_BLOCKS),
      pooledtx: mempool.size,
      chain: params.name,
      warnings: warningsOf(chain),
    };
  },

  getnetworkhashps({ nblocks, height }, { node: { chain } }) {
    const last = (height < 0 ? undefined : chain.atHeight(height)) ?? chain.tip;
    return hashesPerSecond(chain, last, nblocks > 0 ? nblocks : (last.height % RETARGET_BLOCKS) + 1);
  },

  prioritisetransaction({ txid, dummy, fee_delta: deltaSat }, { node }) {
    if (dummy !== undefined && dummy !== 0) {
      throw new RpcError(RpcCode.invalidParameter, 'Priority is no longer supported, dummy argument to prioritisetransaction must be 0.');
    }
    node.mempool.prioritise(txid, BigInt(deltaSat));
    return true;
  },

  invalidateblock({ blockhash }, { node: { chain } }) {
    const block = blockFrom(blockhash, chain);
    if (block.height === 0) throw new RpcError(RpcCode.invalidParameter, 'The genesis block cannot be marked invalid');
    chain.invalidate(block.hash);
    return null;
  },

  reconsiderblock({ blockhash }, { node: { chain } }) {
    chain.reconsider(blockFrom(blockhash, chain).hash);
    return null;
  },
};

/** Mines blocks and returns their hashes; fewer if the node is stopped. */
async function mined(count: number, blocks: IterableIterator<string>, node: NodeContext): Promise<string[]> {
  const hashes: string[] = [];
  const turns = node.beginWork();
  while (hashes.length < count) {
    const { done, value } = mapDomainErrors(
      { 'block-rejected': RpcCode.internal },
      () => blocks.next(),
      'ProcessNewBlock, block not accepted',
    );
    if (done === true) break;
    hashes.push(value);
    if (!turns.over) continue;
    await turns.next().catch((error: unknown) => {
      if (!node.ending.aborted) throw error;
    });
    if (node.ending.aborted) break;
  }
  return hashes;
}

function outputScript(output: string, { params, curve }: NodeContext): Buffer {
  const ofAddress = scriptOf(output, params);
  if (ofAddress !== undefined) return ofAddress;
  try {
    const descriptor = parseDescriptor(output, params, curve);
    if (descriptor.isRange)
      throw new RpcError(RpcCode.invalidParameter, 'Ranged descriptor not accepted. Maybe pass through deriveaddresses first?');
    // combo() has several scripts; the last one is the newest type.
    const script = descriptor.scripts(0).at(-1);
    if (script !== undefined) return script;
  } catch (error) {
    if (!(error instanceof DescriptorError)) throw error;
  }
  throw new RpcError(RpcCode.invalidAddressOrKey, 'Error: Invalid address or descriptor');
}

/** A transaction of the pool by its id, or any transaction by its hex. */
function poolOrRaw(text: string, { mempool }: NodeContext): Transaction {
  if (/^[0-9a-f]{64}$/i.test(text)) {
    const entry = mempool.get(text.toLowerCase());
    if (entry === undefined) throw new RpcError(RpcCode.invalidAddressOrKey, `Transaction ${text} not in mempool.`);
    return entry.transaction;
  }
  const transaction = isHex(text) ? decodeTransaction(Buffer.from(text, 'hex')) : undefined;
  if (transaction === undefined) throw new RpcError(RpcCode.deserialization, `Transaction decode failed for ${text}`);
  return transaction;
}
