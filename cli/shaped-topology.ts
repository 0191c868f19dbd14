import { topologyOfShape } from '../load/topology/of-shape.ts';
import { readTopology } from '../load/topology/read-topology.ts';
import { isShape } from '../load/topology/shapes.ts';
import type { Topology } from '../load/topology/types.ts';
import { UsageError } from './usage-error.ts';

export interface TopologyFlags {
  /** A shape, a file, or the name of one that comes with Pyx. */
  readonly topology: string;
  readonly senders?: number;
  readonly receivers?: number;
}

/** The network that the command line asks for. Throws `UsageError`, `NamedFileError` or `TopologyError`. */
export function shapedTopology({ topology, senders, receivers }: TopologyFlags, seed: number): Topology {
  if (isShape(topology)) return topologyOfShape({ shape: topology, senders: senders ?? 2, receivers: receivers ?? 1, seed });
  if (senders !== undefined || receivers !== undefined)
    throw new UsageError('--senders and --receivers are for a shape: the nodes of a file are those it names', { remedy: 'leave them out' });
  return readTopology(topology, seed);
}
