import { UserFileError } from '../../specs/model/user-file.ts';
import { readYamlContent } from '../../specs/model/yaml-text.ts';
import { parseNetwork, topologyOf, type TopologyFile } from './read-topology.ts';
import { TopologyError } from './shapes.ts';
import type { Topology } from './types.ts';

/** Where a node that runs already is reached. */
export interface NodeAddresses {
  /** `http://host:port` */
  readonly url: string;
  /** `host:port`, as the other nodes reach it; undefined where none has to. */
  readonly peer?: string | undefined;
}

/** A network of nodes that run already. */
export interface RunningNetwork {
  readonly topology: Topology;
  /** By the names of the nodes. */
  readonly addresses: ReadonlyMap<string, NodeAddresses>;
}

/** A file of nodes as it is written (`specs/schemas/nodes.schema.json`). */
interface NodesFile extends TopologyFile {
  readonly nodes: readonly (TopologyFile['nodes'][number] & NodeAddresses & { readonly name: string })[];
}

/** Reads a file of nodes that run already. Throws `TopologyError`. @param seed of the links of `random:K` */
export function readNodes(file: string, seed: number): RunningNetwork {
  let content: string;
  try {
    content = readYamlContent(file);
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error;
    throw new TopologyError(`--nodes ${file}: ${error.reason}`, {
      remedy: 'give the path of a file of nodes (specs/schemas/nodes.schema.json)',
      cause: error,
    });
  }
  return parseNodes(content, file, seed);
}

/** Reads the text of a file of nodes; `file` is named in errors. Throws `TopologyError`. */
export function parseNodes(content: string, file: string, seed: number): RunningNetwork {
  const { nodes, ...rest } = parseNetwork('nodes', content, file) as NodesFile;
  const isLinked = rest.links !== undefined || rest.shape !== undefined;
  const written: TopologyFile = {
    ...rest,
    nodes: nodes.map(({ name, role, region }) => ({ name, role, ...(region !== undefined && { region }) })),
    ...(!isLinked && { shape: 'full' }),
  };
  const topology = topologyOf(written, file, seed);
  for (const member of ['url', 'peer'] as const) {
    const values = nodes.flatMap((node) => node[member] ?? []);
    const twice = values.find((value, index) => values.indexOf(value) !== index);
    if (twice !== undefined)
      throw new TopologyError(`${file}: two nodes have the ${member} ${twice}`, { remedy: 'give each node its own' });
  }
  return { topology, addresses: new Map(nodes.map(({ name, url, peer }) => [name, { url, peer }])) };
}
