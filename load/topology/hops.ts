import type { Topology } from './types.ts';

/** The number of links from each sender to each node on the shortest way: `hops.get('sender-1')?.get('receiver-3')`. */
export function hopsFromSenders({ nodes, links }: Pick<Topology, 'nodes' | 'links'>): Map<string, Map<string, number>> {
  const neighbours = new Map<string, string[]>(nodes.map(({ name }) => [name, []]));
  for (const {
    between: [from, to],
  } of links) {
    neighbours.get(from)!.push(to);
    neighbours.get(to)!.push(from);
  }
  const from = (start: string): Map<string, number> => {
    const hops = new Map([[start, 0]]);
    for (const [node, count] of hops) for (const next of neighbours.get(node)!) if (!hops.has(next)) hops.set(next, count + 1);
    return hops;
  };
  return new Map(nodes.filter(({ role }) => role === 'sender').map(({ name }) => [name, from(name)]));
}
