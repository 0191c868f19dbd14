import { performance } from 'node:perf_hooks';
import { nodeCall } from '../node-call.ts';
import { openCurve } from '../transactions/curve.ts';
import { addressOf } from '../transactions/funder-node.ts';
import { givePrepared } from '../transactions/give-prepared.ts';
import { keysOf } from '../transactions/keys.ts';
import type { PreparedFile } from '../transactions/types.ts';
import { BenchError, credentials, type BenchNode } from './bench-node.ts';
import { KeepAliveClient } from './keep-alive-client.ts';

/** Work done by a node, and what it took. */
export interface Work {
  readonly wallMs: number;
  /** CPU time of the node: on a busy machine it is more reliable than wall time. */
  readonly cpuMs: number;
}

export interface FirstTransactions {
  readonly accepted: Work;
  readonly block: Work;
}

/** The first calls of a node, over persistent connections with one call in flight on each. */
export async function firstRequests(node: BenchNode, calls: number, connections: number): Promise<Work> {
  const client = clientOf(node, connections);
  let left = calls;
  const worked = await work(node, async () => {
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (left-- > 0) await client.result('getblockcount');
      }),
    );
  });
  client.close();
  return worked;
}

/** The first transactions of a node, one after the other, and the block with all of them. */
export async function firstTransactions(node: BenchNode, prepared: PreparedFile): Promise<FirstTransactions> {
  await givePrepared(prepared, [node.client]);
  const address = await addressOf(nodeCall(node.client), keysOf(prepared.header.seed, openCurve()).funding);
  const requests: string[] = [];
  for await (const hex of prepared.transactions()) requests.push(`["${hex}"]`);
  const client = clientOf(node, 1);
  const accepted = await work(node, async () => {
    for (const request of requests) await client.result('sendrawtransaction', request);
  });
  let hashes: unknown;
  const block = await work(node, async () => {
    hashes = await client.result('generatetoaddress', `[1,"${address}"]`);
  });
  client.close();
  const [hash = ''] = hashes as string[];
  const { tx } = await node.result('getblock', [hash, 1]);
  if (tx.length !== requests.length + 1)
    throw new BenchError(`${node.kind.name} mined ${tx.length - 1} of ${requests.length} transactions`);
  return { accepted, block };
}

function clientOf({ port }: BenchNode, connections: number): KeepAliveClient {
  return new KeepAliveClient(`http://127.0.0.1:${port}`, credentials, connections);
}

async function work(node: BenchNode, action: () => Promise<void>): Promise<Work> {
  const cpuBefore = node.cpuMs();
  const startedAt = performance.now();
  await action();
  const wallMs = performance.now() - startedAt;
  return { wallMs, cpuMs: node.cpuMs() - cpuBefore };
}
