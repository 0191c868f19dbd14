import { topologyOfShape, withShaping } from '../load/topology/of-shape.ts';
import { readTopology } from '../load/topology/read-topology.ts';
import { isShape } from '../load/topology/shapes.ts';
import { hasShapedLinks, type LinkShaping, type Topology } from '../load/topology/types.ts';
import { DEFAULT_NODES } from './tps-defaults.ts';
import { UsageError } from './usage-error.ts';

/** The options of `pyx tps` that make a network. Durations in milliseconds. */
export interface TopologyFlags {
  readonly sender?: string[];
  /** A file of nodes that run already. */
  readonly nodes?: string;
  readonly senders?: number;
  readonly receivers?: number;
  /** A shape, the name of a ready file, or a file. */
  readonly topology?: string;
  readonly latency?: number;
  readonly jitter?: number;
  readonly bandwidth?: LinkShaping['bandwidth'];
}

/**
 * The network that was asked for; undefined where all nodes are connected to each other, directly. Throws `UsageError`,
 * `NamedFileError` or `TopologyError`.
 */
export function topologyOf(flags: TopologyFlags, seed: number): Topology | undefined {
  const { sender, nodes, senders, receivers, topology = 'full', latency: latencyMs, jitter: jitterMs, bandwidth } = flags;
  if (flags.topology === undefined && latencyMs === undefined && jitterMs === undefined && bandwidth === undefined) return undefined;
  if (sender !== undefined || nodes !== undefined)
    throw new UsageError(
      `--topology, --latency, --jitter and --bandwidth are for nodes that do not run yet, and --${nodes === undefined ? 'sender' : 'nodes'} names those that run`,
      { remedy: nodes === undefined ? 'leave one or the other out' : 'leave one or the other out: the file has the links' },
    );
  const isFile = !isShape(topology);
  if (isFile && (senders !== undefined || receivers !== undefined))
    throw new UsageError(`--topology ${topology} is a file, which has the nodes: --senders and --receivers have no meaning`, {
      remedy: 'leave them out, or give a shape (full, line, ring, star, random:K)',
    });
  const made = isFile
    ? readTopology(topology, seed)
    : topologyOfShape({
        shape: topology,
        senders: senders ?? DEFAULT_NODES.senders,
        receivers: receivers ?? DEFAULT_NODES.receivers,
        seed,
      });
  return withShaping(made, {
    ...(latencyMs !== undefined && { latencyMs }),
    ...(jitterMs !== undefined && { jitterMs }),
    ...(bandwidth !== undefined && { bandwidth }),
  });
}

/** Whether links pass through relays: also with a latency of 0, so that tests with several latencies differ in nothing else. */
export const areRelayed = ({ latency, jitter, bandwidth }: TopologyFlags, topology: Topology | undefined): boolean =>
  latency !== undefined || jitter !== undefined || bandwidth !== undefined || hasShapedLinks(topology);
