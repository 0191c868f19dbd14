import type { Topology } from './types.ts';

/** Names of the nodes that each node has a link to. */
export function neighboursOf({ nodes, links }: Pick<Topology, 'nodes' | 'links'>): Map<string, Set<string>> {
  const neighbours = new Map(nodes.map(({ name }) => [name, new Set<string>()]));
  for (const {
    between: [from, to],
  } of links) {
    neighbours.get(from)!.add(to);
    neighbours.get(to)!.add(from);
  }
  return neighbours;
}
