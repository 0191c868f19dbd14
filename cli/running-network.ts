import { topologyOfShape } from '../load/topology/of-shape.ts';
import { readNodes, type NodeAddresses, type RunningNetwork } from '../load/topology/read-nodes.ts';

export interface RunningNetworkFlags {
  /** `http://host:port[,PEER]` */
  readonly sender?: readonly string[];
  readonly receiver?: readonly string[];
  readonly nodes?: string;
}

/** The nodes that the command line says run already; undefined where it names none. Throws `TopologyError`. */
export function runningNetwork({ sender, receiver = [], nodes }: RunningNetworkFlags, seed: number): RunningNetwork | undefined {
  if (nodes !== undefined) return readNodes(nodes, seed);
  if (sender === undefined) return undefined;
  const topology = topologyOfShape({ shape: 'full', senders: sender.length, receivers: receiver.length, seed });
  const addresses = [...sender, ...receiver].map(addressesOf);
  return { topology, addresses: new Map(topology.nodes.map(({ name }, index) => [name, addresses[index]!])) };
}

function addressesOf(text: string): NodeAddresses {
  const comma = text.lastIndexOf(',');
  return comma < 0 ? { url: text } : { url: text.slice(0, comma), peer: text.slice(comma + 1) };
}
