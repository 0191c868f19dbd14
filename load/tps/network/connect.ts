import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { CONNECT_MS } from '../limits.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { dialsOf, type Dial } from './dials.ts';
import type { TpsNetwork, TpsNode } from './types.ts';

const POLL_MS = 50;

/** A connection that is missing. */
export interface MissingLink {
  readonly node: string;
  /** In words: `it is not connected to sender-1`. */
  readonly message: string;
  /** It has no connection at all, so that nothing can reach it. */
  readonly isolated: boolean;
}

type Connected = Pick<TpsNetwork, 'nodes' | 'links'>;

/** The connections that are wanted, and the nodes that open some; all nodes where connections can only be counted. */
function wantedOf(
  network: Connected,
  isWanted: (dial: Dial) => boolean,
): { readonly nodes: readonly TpsNode[]; readonly dials: readonly Dial[] } {
  const dials = dialsOf(network).filter(isWanted);
  const nodes = areCounted(network) ? network.nodes : network.nodes.filter((node) => dials.some(({ from }) => from === node));
  return { nodes, dials };
}

/**
 * Connects the nodes by the links of their network, or else every pair of them, the later one of the list to the earlier one:
 * receivers call senders. Nodes whose address for peers is not known must be connected already, and a node that was started with
 * -addnode calls by itself. Returns what is still missing after the time for it.
 * @param isWanted whether a connection is to be made; nodes that open none are not called
 */
export async function connectNodes(
  network: Connected,
  signal: AbortSignal,
  isWanted: (dial: Dial) => boolean = () => true,
): Promise<MissingLink[]> {
  const { nodes, dials } = wantedOf(network, isWanted);
  for (const node of nodes) {
    const peers = await unlessAborted(node.call('getpeerinfo'), signal);
    if (areCounted(network) && peers.length >= linksOf(node, dials)) continue;
    const known = new Set(peers.map(({ addr }) => addr));
    const absent = dials.flatMap(({ from, address }) => (from === node && address !== undefined && !known.has(address) ? [address] : []));
    if (absent.length === 0) continue;
    const added = new Set((await unlessAborted(node.call('getaddednodeinfo'), signal)).map(({ addednode }) => addednode));
    for (const address of absent) if (!added.has(address)) await node.call('addnode', [address, 'onetry']);
  }
  const until = performance.now() + CONNECT_MS;
  for (;;) {
    const missing = await missingLinks(network, signal, isWanted);
    if (missing.length === 0 || performance.now() > until) return missing;
    await delay(POLL_MS, undefined, { signal });
  }
}

/** Connections that are missing now: each is named for the node that was to open it. @param isWanted as of `connectNodes` */
export async function missingLinks(
  network: Connected,
  signal: AbortSignal,
  isWanted: (dial: Dial) => boolean = () => true,
): Promise<MissingLink[]> {
  const { nodes, dials } = wantedOf(network, isWanted);
  const missing: MissingLink[] = [];
  for (const node of nodes) {
    const { name, call } = node;
    const peers = (await unlessAborted(call('getpeerinfo'), signal)).filter(({ version }) => version > 0);
    const addresses = new Set(peers.map(({ addr }) => addr));
    const absent = dials.filter(
      ({ from, address, breaks }) => from === node && !breaks && address !== undefined && !addresses.has(address),
    );
    const isolated = peers.length === 0;
    const wanted = linksOf(node, dials);
    if (areCounted(network) && peers.length < wanted)
      missing.push({ node: name, isolated, message: `it has ${peers.length} of ${wanted} connections to the other nodes` });
    else if (!areCounted(network) && absent.length > 0)
      missing.push({ node: name, isolated, message: `it is not connected to ${absent.map(({ to }) => to.name).join(', ')}` });
  }
  return missing;
}

/**
 * Whether connections can only be counted: inbound ones show a port of their own, and for a name of a host a node shows the
 * address that it stands for.
 */
function areCounted(network: Connected): boolean {
  const addresses = network.links ? dialsOf(network).map(({ address }) => address) : network.nodes.map(({ peerAddress }) => peerAddress);
  return addresses.some((address) => address === undefined || isIP(address.replace(/:\d+$/, '')) === 0);
}

/** How many links a node has. */
const linksOf = (node: TpsNode, dials: readonly Dial[]): number => dials.filter(({ from, to }) => from === node || to === node).length;

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
