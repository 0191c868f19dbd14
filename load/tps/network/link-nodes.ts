import { freemem } from 'node:os';
import type { Target } from '../../../fixtures/targets/types.ts';
import { LinkRelays } from '../../links/link-relays.ts';
import { hasShapedLinks, plainLink, type Topology } from '../../topology/types.ts';
import { TpsError } from '../errors.ts';
import type { NetworkLinks, TpsNode } from './types.ts';

/** Of a node with some thousand transactions in its pool. */
const NODE_BYTES = 150e6;
const BYTES_PER_GB = 1e9;

export interface LinkOptions {
  readonly topology: Topology;
  readonly nodes: readonly TpsNode[];
  /** By relays, also where they change nothing. */
  readonly isRelayed: boolean;
  /** Of jitter and breaks. */
  readonly seed: number;
}

/** Throws `TpsError` for a network that cannot be made here of nodes of a target. */
export function assertLinkable(
  {
    topology: { nodes },
    isRelayed,
    target: { name, capabilities },
  }: Pick<LinkOptions, 'topology' | 'isRelayed'> & { readonly target: Target },
  freeBytes = freemem(),
): void {
  if (isRelayed && !capabilities.sharedLoopback)
    throw new TpsError(
      `links of nodes of ${name} cannot be shaped: the relays listen on the loopback of this machine, which the nodes do not reach`,
      {
        remedy: 'use nodes that run as processes of this machine (embedded, process:…), or a topology without latency and bandwidth',
      },
    );
  const needed = nodes.length * NODE_BYTES;
  if (needed > freeBytes)
    throw new TpsError(
      `${nodes.length} nodes need about ${(needed / BYTES_PER_GB).toFixed(1)} GB of memory, and ${(freeBytes / BYTES_PER_GB).toFixed(1)} GB are free`,
      { remedy: `give at most ${Math.floor(freeBytes / NODE_BYTES)} nodes` },
    );
}

/**
 * Makes the links between nodes, all of them by relays or none, so that what passes is counted everywhere. Nothing is connected yet. A
 * link that breaks is dialled again when it is back.
 */
export async function linkNodes({ topology, nodes, isRelayed, seed }: LinkOptions): Promise<NetworkLinks> {
  const problems: string[] = [];
  const links = { topology, problems, isShaped: hasShapedLinks(topology) };
  if (!isRelayed) return { ...links, relays: undefined };
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const dialAgain = async (between: readonly [string, string]): Promise<void> => {
    try {
      await byName.get(between[1])!.call('addnode', [relays.address({ between }), 'onetry']);
    } catch (error) {
      problems.push(`The link between ${between.join(' and ')} could not be made again after a break: ${(error as Error).message}.`);
    }
  };
  const relays = await LinkRelays.start({
    links: topology.links.map(({ between, shaping }) => ({ between, shaping, target: byName.get(between[0])!.peerAddress! })),
    seed,
    onBreak: (between, state) => {
      if (state === 'back') void dialAgain(between);
    },
  });
  return { ...links, relays };
}

/** Lets the links do what they are for, or nothing; they are relayed in both cases. */
export async function shapeLinks(links: NetworkLinks | undefined, isShaping: boolean): Promise<void> {
  const { topology, relays } = links ?? {};
  if (topology && relays) await Promise.all(topology.links.map((link) => relays.shape(link, isShaping ? link.shaping : plainLink)));
}
