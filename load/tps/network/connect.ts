import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { NodeCallError } from '../../node-call.ts';
import { TpsError } from '../errors.ts';
import { CONNECT_MS } from '../limits.ts';
import { unlessAborted } from '../unless-aborted.ts';
import type { TpsNode } from './types.ts';

const POLL_MS = 50;

/** A connection that is missing. */
export interface MissingLink {
  readonly node: string;
  /** In words: `it is not connected to sender-1`. */
  readonly message: string;
  /** It has no connection at all, so that nothing can reach it. */
  readonly isolated: boolean;
}

/**
 * Connects every pair of nodes, the later one of the list to the earlier one: receivers call senders. Nodes whose address
 * for peers is not known must be connected already. Returns what is still missing after the time for it.
 */
export async function connectNodes(nodes: readonly TpsNode[], signal: AbortSignal): Promise<MissingLink[]> {
  for (const [index, { call }] of nodes.entries()) {
    const peers = await unlessAborted(call('getpeerinfo'), signal);
    if (areCounted(nodes) && peers.length >= nodes.length - 1) continue;
    const known = new Set(peers.map(({ addr }) => addr));
    for (const { peerAddress } of nodes.slice(0, index))
      if (peerAddress !== undefined && !known.has(peerAddress)) await call('addnode', [peerAddress, 'onetry']);
  }
  const until = performance.now() + CONNECT_MS;
  for (;;) {
    const missing = await missingLinks(nodes, signal);
    if (missing.length === 0 || performance.now() > until) return missing;
    await delay(POLL_MS, undefined, { signal });
  }
}

/**
 * Closes the connections of pairs of nodes that are to be apart. They stay closed: each was asked for once, by the later node of the
 * list. Throws `TpsError` where one is still open after the time for it.
 */
export async function disconnectNodes(
  nodes: readonly TpsNode[],
  areApart: (a: TpsNode, b: TpsNode) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + CONNECT_MS;
  for (;;) {
    const open: string[] = [];
    for (const [index, node] of nodes.entries()) {
      const known = new Set((await unlessAborted(node.call('getpeerinfo'), signal)).map(({ addr }) => addr));
      for (const other of nodes.slice(0, index)) {
        if (other.peerAddress === undefined || !known.has(other.peerAddress) || !areApart(node, other)) continue;
        open.push(`${node.name} and ${other.name}`);
        await unlessRefused(node.call('disconnectnode', [other.peerAddress])); // it may have ended meanwhile
      }
    }
    if (open.length === 0) return;
    if (performance.now() > until) throw new TpsError(`${open.join('; ')} are still connected after disconnectnode`);
    await delay(POLL_MS, undefined, { signal });
  }
}

async function unlessRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof NodeCallError) || error.code === undefined) throw error;
  }
}

/** Connections that are missing now: each is named for the node that was to open it. */
export async function missingLinks(nodes: readonly TpsNode[], signal: AbortSignal): Promise<MissingLink[]> {
  const missing: MissingLink[] = [];
  for (const [index, { name, call }] of nodes.entries()) {
    const peers = (await unlessAborted(call('getpeerinfo'), signal)).filter(({ version }) => version > 0);
    const addresses = new Set(peers.map(({ addr }) => addr));
    const absent = nodes.slice(0, index).filter(({ peerAddress }) => peerAddress !== undefined && !addresses.has(peerAddress));
    const isolated = peers.length === 0;
    if (areCounted(nodes) && peers.length < nodes.length - 1)
      missing.push({ node: name, isolated, message: `it has ${peers.length} of ${nodes.length - 1} connections to the other nodes` });
    else if (!areCounted(nodes) && absent.length > 0)
      missing.push({ node: name, isolated, message: `it is not connected to ${absent.map((other) => other.name).join(', ')}` });
  }
  return missing;
}

/**
 * Whether connections can only be counted: inbound ones show a port of their own, and for a name of a host a node shows the
 * address that it stands for.
 */
function areCounted(nodes: readonly TpsNode[]): boolean {
  return nodes.some(({ peerAddress }) => peerAddress === undefined || isIP(peerAddress.replace(/:\d+$/, '')) === 0);
}

/** Waits until all nodes have the same tip. Returns the names of those that have another one than the first after the time for it. */
export async function sameTip(nodes: readonly TpsNode[], signal: AbortSignal, withinMs = CONNECT_MS): Promise<string[]> {
  const until = performance.now() + withinMs;
  for (;;) {
    const tips = await unlessAborted(Promise.all(nodes.map(({ call }) => call('getbestblockhash'))), signal);
    const others = nodes.filter((_, index) => tips[index] !== tips[0]).map(({ name }) => name);
    if (others.length === 0 || performance.now() > until) return others;
    await delay(POLL_MS, undefined, { signal });
  }
}

/** Names of nodes that nothing can reach. */
export const isolatedIn = (missing: readonly MissingLink[]): Set<string> =>
  new Set(missing.filter(({ isolated }) => isolated).map(({ node }) => node));
