import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
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
 * Connects the nodes that are linked, the later one of the list to the earlier one: receivers call senders. Nodes whose address
 * for peers is not known must be connected already, and a node that was started with -addnode calls by itself. Returns what is
 * still missing after the time for it.
 */
export async function connectNodes(nodes: readonly TpsNode[], signal: AbortSignal): Promise<MissingLink[]> {
  for (const node of nodes) {
    const { call, linkedTo } = node;
    const peers = await unlessAborted(call('getpeerinfo'), signal);
    if (areCounted(nodes) && peers.length >= linkedTo.size) continue;
    const known = new Set(peers.map(({ addr }) => addr));
    const called = calledBy(node, nodes).flatMap(({ peerAddress }) => peerAddress ?? []);
    const absent = called.filter((address) => !known.has(address));
    if (absent.length === 0) continue;
    const added = new Set((await unlessAborted(call('getaddednodeinfo'), signal)).map(({ addednode }) => addednode));
    for (const address of absent) if (!added.has(address)) await call('addnode', [address, 'onetry']);
  }
  const until = performance.now() + CONNECT_MS;
  for (;;) {
    const missing = await missingLinks(nodes, signal);
    if (missing.length === 0 || performance.now() > until) return missing;
    await delay(POLL_MS, undefined, { signal });
  }
}

/** Connections that are missing now: each is named for the node that was to open it. */
export async function missingLinks(nodes: readonly TpsNode[], signal: AbortSignal): Promise<MissingLink[]> {
  const missing: MissingLink[] = [];
  for (const node of nodes) {
    const { name, call, linkedTo } = node;
    const peers = (await unlessAborted(call('getpeerinfo'), signal)).filter(({ version }) => version > 0);
    const addresses = new Set(peers.map(({ addr }) => addr));
    const absent = calledBy(node, nodes).filter(({ peerAddress }) => peerAddress !== undefined && !addresses.has(peerAddress));
    const isolated = peers.length === 0;
    if (areCounted(nodes) && peers.length < linkedTo.size)
      missing.push({ node: name, isolated, message: `it has ${peers.length} of ${linkedTo.size} connections to the other nodes` });
    else if (!areCounted(nodes) && absent.length > 0)
      missing.push({ node: name, isolated, message: `it is not connected to ${absent.map((other) => other.name).join(', ')}` });
  }
  return missing;
}

/** The nodes that a node calls: those it is linked to and that come before it. */
const calledBy = (node: TpsNode, nodes: readonly TpsNode[]): TpsNode[] =>
  nodes.slice(0, nodes.indexOf(node)).filter(({ name }) => node.linkedTo.has(name));

/**
 * Whether connections can only be counted: inbound ones show a port of their own, and for a name of a host a node shows the
 * address that it stands for.
 */
function areCounted(nodes: readonly TpsNode[]): boolean {
  return nodes.some(({ peerAddress }) => peerAddress === undefined || isIP(peerAddress.replace(/:\d+$/, '')) === 0);
}

/** Waits until all nodes have the same tip. Returns the names of those that have another one than the first after the time for it. */
export async function sameTip(nodes: readonly TpsNode[], signal: AbortSignal): Promise<string[]> {
  const until = performance.now() + CONNECT_MS;
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
