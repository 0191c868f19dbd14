import { givePrepared } from '../../transactions/give-prepared.ts';
import type { PreparedFile } from '../../transactions/types.ts';
import { measureOffset } from '../clock-offset.ts';
import { TpsError } from '../errors.ts';
import type { TpsNodeResult, Via } from '../results.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { connectNodes, isolatedIn, sameTip, type MissingLink } from './connect.ts';
import type { TpsNetwork, TpsNode } from './types.ts';

export interface JoinOptions {
  readonly network: Pick<TpsNetwork, 'nodes' | 'links'>;
  readonly prepared: PreparedFile;
  readonly via: Via;
  readonly signal: AbortSignal;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

export interface JoinedNetwork {
  /** Connections that could not be made. */
  readonly missing: readonly MissingLink[];
  readonly described: readonly TpsNodeResult[];
}

/**
 * Connects the nodes, and brings all that are connected to the block that the transactions stand on. Throws `TpsError`,
 * `PreparedFileError`, `PrepareError` or `NodeCallError` where a test cannot begin.
 */
export async function joinNetwork({ network, prepared, via, signal, onProgress }: JoinOptions): Promise<JoinedNetwork> {
  const { nodes } = network;
  const clients = nodes.map(({ node }) => node.client);
  const give = (): Promise<void> =>
    unlessAborted(
      givePrepared(prepared, clients, { signal, onProgress: ({ done, total }) => onProgress('giving blocks', done, total) }),
      signal,
    );
  // Without connections no node hears of a block twice; but blocks that are not in the file come by connections alone.
  const hasBlocks = prepared.header.blocks > 0;
  if (hasBlocks) await give();
  onProgress('connecting', 0, nodes.length);
  const missing = await connectNodes(network, signal);
  const isolated = isolatedIn(missing);
  const connected = nodes.filter(({ name }) => !isolated.has(name));
  const strayed = await sameTip(connected, signal);
  if (strayed.length > 0)
    throw new TpsError(`${strayed.join(', ')} has another tip than ${connected[0]?.name}, although they are connected`, {
      remedy: 'use nodes of one chain',
    });
  if (!hasBlocks) await give();
  return { missing, described: await describeNodes(nodes, via, signal) };
}

async function describeNodes(nodes: readonly TpsNode[], via: Via, signal: AbortSignal): Promise<TpsNodeResult[]> {
  const described: TpsNodeResult[] = [];
  for (const { name, role, node, call, info } of nodes) {
    described.push({
      name,
      role,
      address: node.client.address,
      subversion: info.subversion,
      peers: (await unlessAborted(call('getpeerinfo'), signal)).length,
      clockOffsetUs: await unlessAborted(measureOffset(call), signal),
      ...(role === 'receiver' && via === 'tpstestadd' && { arrivals: 'tpstestinfo' as const }),
    });
  }
  return described;
}
