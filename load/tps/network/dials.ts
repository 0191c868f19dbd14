import type { TpsNetwork, TpsNode } from './types.ts';

/** A connection that a node opens. */
export interface Dial {
  readonly from: TpsNode;
  /** The node that it reaches. */
  readonly to: TpsNode;
  /** `host:port` of that node, or of the relay before it; undefined where it is not known. */
  readonly address: string | undefined;
  /** The link breaks now and then, so that nothing is wrong when it is not there. */
  readonly breaks: boolean;
}

/** Who opens connections to whom: the second node of each link, or each node to all that are listed before it. */
export function dialsOf({ nodes, links }: Pick<TpsNetwork, 'nodes' | 'links'>): Dial[] {
  if (!links)
    return nodes.flatMap((from, index) => nodes.slice(0, index).map((to) => ({ from, to, address: to.peerAddress, breaks: false })));
  const { topology, relays } = links;
  const byName = new Map(nodes.map((node) => [node.name, node]));
  return topology.links.map((link) => {
    const [to, from] = [byName.get(link.between[0])!, byName.get(link.between[1])!];
    return { from, to, address: relays ? relays.address(link) : to.peerAddress, breaks: link.shaping.breaks !== undefined };
  });
}
