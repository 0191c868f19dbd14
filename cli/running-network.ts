import { namedNodes } from '../load/topology/of-shape.ts';
import { readNodes, type NodeAddresses } from '../load/topology/read-nodes.ts';
import type { Topology, TopologyNode } from '../load/topology/types.ts';

export interface RunningNetworkFlags {
  /** `http://host:port[,PEER]` */
  readonly sender?: readonly string[];
  readonly receiver?: readonly string[];
  /** A file. */
  readonly nodes?: string;
}

/** Nodes that run already, as the command line names them. */
export interface NamedNetwork {
  readonly nodes: readonly (TopologyNode & NodeAddresses)[];
  /** Undefined where each is connected to all others. */
  readonly topology: Topology | undefined;
}

/** The nodes that the command line says run already; undefined where it names none. Throws `TopologyError`. */
export function runningNetwork({ sender, receiver = [], nodes: file }: RunningNetworkFlags, seed: number): NamedNetwork | undefined {
  if (file !== undefined) {
    const { topology, addresses } = readNodes(file, seed);
    return { topology, nodes: topology.nodes.map((node) => ({ ...node, ...addresses.get(node.name)! })) };
  }
  if (sender === undefined) return undefined;
  const addresses = [...sender, ...receiver].map(addressesOf);
  const nodes = namedNodes(sender.length, receiver.length).map((node, index) => ({ ...node, ...addresses[index]! }));
  return { topology: undefined, nodes };
}

function addressesOf(text: string): NodeAddresses {
  const comma = text.lastIndexOf(',');
  return comma < 0 ? { url: text } : { url: text.slice(0, comma), peer: text.slice(comma + 1) };
}
