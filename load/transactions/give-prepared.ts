import type { Client } from '../../client/types.ts';
import { guardedCall } from '../guarded-call.ts';
import type { NodeCall } from '../node-call.ts';
import { openCurve } from './curve.ts';
import { PreparedFileError, PrepareError } from './errors.ts';
import { addressOf } from './funder-node.ts';
import { keysOf } from './keys.ts';
import type { GiveOptions, PreparedFile, PreparedHeader } from './types.ts';

interface Receiver {
  readonly client: Client;
  readonly call: NodeCall;
  /** Height of its tip before any block was submitted. */
  readonly height: number;
}

/**
 * Brings each node to the block that prepared transactions depend on: submits those blocks of the file that the node lacks.
 * A node that has all of them is left as it is. After the blocks of an old file a node is still in its initial block
 * download, in which it relays no transactions: then one more block is mined on the first node and submitted to the others.
 *
 * Throws `PreparedFileError` if a node is on another chain, `PrepareError` if one rejects a block, and `NodeCallError`.
 */
export async function givePrepared(
  prepared: PreparedFile,
  clients: readonly Client[],
  { onProgress, signal }: GiveOptions = {},
): Promise<void> {
  const { header } = prepared;
  const receivers = await Promise.all(clients.map((client) => receiverOf(client, header)));
  const lacking = receivers.filter(({ height }) => height < header.tip.height);
  if (lacking.length > 0) {
    for await (const { height, hash, hex } of prepared.blocks()) {
      signal?.throwIfAborted();
      await Promise.all(
        lacking.map(async (receiver) => {
          if (receiver.height < height) await give(receiver, hex, height);
          else if (receiver.height === height) await mustHave(receiver, height, hash);
        }),
      );
      onProgress?.({ done: height, total: header.blocks });
    }
  }
  for (const receiver of receivers) await mustHave(receiver, header.tip.height, header.tip.hash);
  await endInitialDownload(receivers, header);
}

async function receiverOf(client: Client, { chain, genesis, blocks, tip }: PreparedHeader): Promise<Receiver> {
  const call = guardedCall(client);
  const info = await call('getblockchaininfo');
  if (info.chain !== chain || (await call('getblockhash', [0])) !== genesis)
    throw otherChain(
      client,
      `its chain is ${info.chain === chain ? `another ${chain}` : info.chain}, and the file is for the ${chain} whose first block is ${genesis}`,
    );
  const receiver = { client, call, height: info.blocks };
  if (info.blocks >= tip.height) await mustHave(receiver, tip.height, tip.hash);
  else if (blocks === 0)
    throw new PreparedFileError(
      `the prepared transactions depend on block ${tip.hash} at height ${tip.height}, which the node at ${client.address} does not have, and the file contains no blocks`,
      { remedy: 'connect the node to the one that they were prepared on, or prepare them on this node' },
    );
  return receiver;
}

async function mustHave({ client, call }: Receiver, height: number, hash: string): Promise<void> {
  const has = await call('getblockhash', [height]);
  if (has !== hash) throw otherChain(client, `its block at height ${height} is ${has}, and that of the file is ${hash}`);
}

function otherChain(client: Client, difference: string): PreparedFileError {
  return new PreparedFileError(`the prepared transactions are not for the chain of the node at ${client.address}: ${difference}`, {
    remedy: 'use fresh nodes of the kind that the file was prepared on, or prepare the transactions again',
  });
}

async function give({ client, call }: Receiver, hex: string, height: number): Promise<void> {
  const answer = await call('submitblock', [hex]);
  // A peer may have sent it first.
  if (answer !== null && answer !== 'duplicate')
    throw new PrepareError(
      `the node at ${client.address} rejected block ${height} of the prepared file: submitblock returned ${JSON.stringify(answer)}`,
    );
}

/** A node is in its initial block download until its tip is less than a day old (-maxtipage); until then it does not relay transactions. */
async function endInitialDownload(receivers: readonly Receiver[], { seed }: PreparedHeader): Promise<void> {
  const infos = await Promise.all(receivers.map(({ call }) => call('getblockchaininfo')));
  const [first] = receivers;
  if (first === undefined || !infos.some(({ initialblockdownload }) => initialblockdownload)) return;
  const address = await addressOf(first.call, keysOf(seed, openCurve()).funding);
  const [hash] = await first.call('generatetoaddress', [1, address]);
  if (hash === undefined) throw new PrepareError(`the node at ${first.client.address} mined no block`);
  const { height } = await first.call('getblock', [hash, 1]);
  const hex = await first.call('getblock', [hash, 0]);
  for (const receiver of receivers.slice(1)) await give(receiver, hex, height);
}
