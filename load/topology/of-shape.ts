import { shapeEdges, TopologyError } from './shapes.ts';
import { plainLink, type LinkShaping, type Topology, type TopologyNode, type TopologyRole } from './types.ts';

export interface ShapeOptions {
  /** `ring`, `random:4` */
  readonly shape: string;
  readonly senders: number;
  readonly receivers: number;
  /** Of the links of `random:K`. */
  readonly seed: number;
}

/** `sender-1`, `sender-2` … `receiver-1` … */
export function namedNodes(senders: number, receivers: number): TopologyNode[] {
  const named = (role: TopologyRole, count: number): TopologyNode[] =>
    Array.from({ length: count }, (_, index) => ({ name: `${role}-${index + 1}`, role }));
  return [...named('sender', senders), ...named('receiver', receivers)];
}

/** A network of a shape, senders first, whose links change nothing. Throws `TopologyError`. */
export function topologyOfShape({ shape, senders, receivers, seed }: ShapeOptions): Topology {
  const nodes = namedNodes(senders, receivers);
  return {
    name: shape,
    summary: `${nodes.length} nodes, ${shape}.`,
    nodes,
    links: shapeEdges(shape, nodes.length, seed).map(([from, to]) => ({
      between: [nodes[from]!.name, nodes[to]!.name],
      shaping: plainLink,
    })),
  };
}

/** The network with what the command line says of all links. Throws `TopologyError`. */
export function withShaping(topology: Topology, changes: Partial<LinkShaping>): Topology {
  const links = topology.links.map(({ between, shaping }) => ({ between, shaping: { ...shaping, ...changes } }));
  const strange = links.find(({ shaping: { latencyMs, jitterMs } }) => jitterMs > latencyMs);
  if (strange)
    throw new TopologyError(
      `a jitter of ${strange.shaping.jitterMs} ms is more than the latency of ${strange.shaping.latencyMs} ms between ${strange.between.join(' and ')}`,
      { remedy: 'nothing arrives before it is sent: give a jitter up to the latency' },
    );
  return { ...topology, links };
}
